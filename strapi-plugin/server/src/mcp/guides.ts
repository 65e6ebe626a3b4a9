import { DEFAULT_BASES, DEFAULT_JURISDICTION_OVERRIDES, DEFAULT_REFUSALS } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { z } from '@strapi/utils';
import { contentAction } from '../http/admin-route';
import { pluginAction, UIDS } from '../uids';
import { proposalsHere } from './law';
import { policiesOf } from './policies';
import { enterCall, reasonOf } from './trail';

type Service = Core.Strapi['ai']['mcp'];

/** What an assistant may read and be asked for, beside its tools. */
export function registerGuides(mcp: Service): void {
  mcp.registerResource({
    name: 'consent_law_table',
    uri: 'consent://law-table',
    metadata: {
      title: 'Consent: the built-in table of laws',
      description:
        'Which consent model applies by default in which country or region, by which law, from when; what purposes rest on where that is not consent; for how long who refused is left alone. A row with a proposal is no law yet and counts where this site applies it.',
      mimeType: 'application/json',
    },
    auth: { policies: policiesOf([pluginAction('settings.read'), pluginAction('overview.read')]) },
    createHandler: (strapi) => (uri) =>
      entered(strapi, uri.href, {}, () => ({
        contents: [
          { uri: uri.href, mimeType: 'application/json', text: JSON.stringify(lawTable(strapi), null, 1) },
        ],
      })),
  });
  mcp.registerPrompt({
    name: 'consent_review',
    title: 'Consent: review the configuration',
    description: 'Looks for what is missing, wrong or untidy, and proposes what to do.',
    argsSchema: undefined,
    auth: { policies: policiesOf([pluginAction('overview.read')]) },
    createHandler: (strapi) => () => entered(strapi, 'consent_review', {}, () => asked(REVIEW)),
  });
  mcp.registerPrompt({
    name: 'consent_legal_paragraph',
    title: 'Consent: draft a paragraph of a legal page',
    description: 'Writes about one subject, in the language and tone of the page, as a draft.',
    argsSchema: z.object({
      page: z.string().describe('Slug of the page'),
      locale: z.string().describe('Language of the site'),
      subject: z.string().describe('What the paragraph is about'),
    }),
    auth: { policies: policiesOf([contentAction('update', UIDS.legalPage)]) },
    createHandler: (strapi) => (args) =>
      entered(strapi, 'consent_legal_paragraph', args, () => {
        const { page, locale, subject } = args;
        return asked(
          `Draft a paragraph about "${subject}" for the legal page "${page}" in "${locale}". ${PARAGRAPH}`,
        );
      }),
  });
}

/** What an assistant is given, once the trail has that it asked. */
async function entered<Given>(
  strapi: Core.Strapi,
  name: string,
  args: object,
  give: () => Given,
): Promise<Given> {
  try {
    await enterCall(strapi, name, args);
    return give();
  } catch (error) {
    throw new Error(reasonOf(strapi, name, error));
  }
}

const lawTable = (strapi: Core.Strapi) => ({
  models: DEFAULT_JURISDICTION_OVERRIDES,
  bases: DEFAULT_BASES,
  refusals: DEFAULT_REFUSALS,
  proposals: proposalsHere(strapi),
});

const asked = (text: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
});

const REVIEW = `Review how this website asks for consent.
Read consent_overview, the open findings of consent_scan_findings, and the trackers with consent_read_configuration.
For each warning and finding say what it means for a visitor, and what an editor does about it, the gravest first.
A host or cookie that nobody has declared: look it up with consent_search_catalogue. Change nothing unless you are asked to;
what you change is a draft. Say where you are not sure, and where a lawyer has to decide.`;

const PARAGRAPH = `Read the page with consent_read_configuration first and keep to its tone, headings and shortcodes.
State only what the configuration shows; write what you do not know as [PLACEHOLDER: what is missing]. Lists of cookies and
processors are tables: refer to them by their shortcode, do not repeat them. Check it with consent_lint_legal_page, then store it with
consent_draft_legal_paragraph. It stays a draft until an editor, best a lawyer, has read it.`;
