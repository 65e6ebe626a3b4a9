import { DEFAULT_JURISDICTION_OVERRIDES } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { z } from '@strapi/utils';
import { contentAction } from '../http/admin-route';
import { pluginAction, UIDS } from '../uids';
import { policiesOf } from './policies';

type Service = Core.Strapi['ai']['mcp'];

/** What an assistant may read and be asked for, beside its tools. */
export function registerGuides(mcp: Service): void {
  mcp.registerResource({
    name: 'consent_law_table',
    uri: 'consent://law-table',
    metadata: {
      title: 'Consent: the built-in table of laws',
      description:
        'Which consent model applies by default in which country or region, by which law, from when.',
      mimeType: 'application/json',
    },
    auth: { policies: policiesOf([pluginAction('settings.read'), pluginAction('overview.read')]) },
    createHandler: () => async (uri) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'application/json',
          text: JSON.stringify(DEFAULT_JURISDICTION_OVERRIDES, null, 1),
        },
      ],
    }),
  });
  mcp.registerPrompt({
    name: 'consent_review',
    title: 'Consent: review the configuration',
    description: 'Looks for what is missing, wrong or untidy, and proposes what to do.',
    argsSchema: undefined,
    auth: { policies: policiesOf([pluginAction('overview.read')]) },
    createHandler: () => async () => asked(REVIEW),
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
    createHandler:
      () =>
      async ({ page, locale, subject }) =>
        asked(
          `Draft a paragraph about "${subject}" for the legal page "${page}" in "${locale}". ${PARAGRAPH}`,
        ),
  });
}

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
