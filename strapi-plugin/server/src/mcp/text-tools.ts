import { lintLegalMarkdown } from '@permesso/consent-core/legal';
import type { Core } from '@strapi/strapi';
import { z } from '@strapi/utils';
import { alone } from '../database/lock';
import { administrator, contentChecker } from '../http/admin';
import { contentAction } from '../http/admin-route';
import { askedByConditions } from '../http/document-rows';
import { isManual } from '../releases/served-release';
import { saveSettings } from '../settings/saving';
import { settingsChange } from '../settings/schema';
import type { Item } from '../transfer/format';
import { fieldsOf, KINDS } from '../transfer/kinds';
import { pluginAction, UIDS } from '../uids';
import { itemNamed, readActionOf, readableItems } from './readable-items';
import { type AssistantTool, type Caller, defineTool, requireAction, ToolRefusal } from './tool';

/** Texts that an assistant may draft. */
const DRAFTED = ['settings', 'categories', 'trackers', 'legalPages'] as const;
type Drafted = (typeof DRAFTED)[number];

/** Letters of a text. Markdown of a whole page is not longer. */
const LONGEST = 400_000;

const locale = z.string().min(2).max(35).describe('A language of the site, as its code there');
const text = z.string().max(LONGEST);

const updateOf = (kind: Drafted) =>
  kind === 'settings' ? pluginAction('settings.update') : contentAction('update', KINDS[kind].uid);

const lint = defineTool({
  name: 'consent_lint_legal_page',
  title: 'Consent: check the text of a legal page',
  description:
    'Unknown shortcodes, unsafe links, raw HTML and facts that are still missing, each with its line.',
  allowedTo: [contentAction('read', UIDS.legalPage)],
  input: z.object({
    markdown: text.optional().describe('A text to check; else the draft of a page'),
    page: z.string().optional().describe('Slug or document id'),
    locale: locale.optional(),
  }),
  output: z.object({ warnings: z.array(z.record(z.string(), z.unknown())) }),
  async run(strapi, { markdown, page, locale: asked }, caller) {
    if (markdown !== undefined) return checked(markdown);
    if (page === undefined) throw new ToolRefusal('Send markdown, or page and locale.');
    const item = await readableItem(strapi, 'legalPages', page, caller);
    const language = asked ?? Object.keys(item.locales)[0] ?? '';
    return checked(contentOf(item, language));
  },
});

const checked = (markdown: string) => ({
  warnings: lintLegalMarkdown(markdown).map((warning) => ({ ...warning })),
});

const edit = defineTool({
  name: 'consent_draft_text',
  title: 'Consent: draft a text',
  description:
    'Sets one text of the settings (as the banner has them), a category, tracker or legal page in one language, as a draft that an editor publishes. Only legal pages have drafts where each save is published.',
  allowedTo: [updateOf('settings'), updateOf('categories'), updateOf('trackers'), updateOf('legalPages')],
  input: z.object({
    kind: z.enum(DRAFTED),
    name: z.string().optional().describe('Key, name, slug or document id; the settings have none'),
    locale,
    field: z.string().max(50).describe('As consent_read_configuration has it under locales'),
    text,
    replaces: text
      .nullable()
      .describe(
        'What stands there now, as you have read it; null where it is empty. Refused where it is another text',
      ),
  }),
  output: z.object({ documentId: z.string(), before: z.string().nullable(), next: z.string() }),
  run: (strapi, { kind, name, locale: language, field, text: after, replaces }, caller) => {
    const change = (before: string) => {
      if (before === (replaces ?? '')) return after;
      throw new ToolRefusal('It is another text than "replaces" says; read it again.');
    };
    return draft(strapi, caller, { kind, name, language, field, change });
  },
});

const paragraph = defineTool({
  name: 'consent_draft_legal_paragraph',
  title: 'Consent: draft a paragraph of a legal page',
  description:
    'Adds Markdown to the draft of a legal page, at its end or behind a heading. What has warnings is refused; what you do not know is [PLACEHOLDER: what is missing]. An editor, best a lawyer, reads and publishes it.',
  allowedTo: [updateOf('legalPages')],
  input: z.object({
    page: z.string().describe('Slug or document id'),
    locale,
    markdown: text.min(1),
    behindHeading: z.string().optional().describe('The text of a heading of the page, without #'),
  }),
  output: z.object({ documentId: z.string(), before: z.string().nullable(), next: z.string() }),
  run(strapi, { page, locale: language, markdown, behindHeading }, caller) {
    // A fact that is missing is for the editor to fill in.
    const warning = lintLegalMarkdown(markdown).find(({ code }) => code !== 'placeholder');
    if (warning) throw new ToolRefusal(`Line ${warning.line}: ${warning.message}`);
    const change = (before: string) => withParagraph(before, markdown, behindHeading);
    return draft(strapi, caller, { kind: 'legalPages', name: page, language, field: 'content', change });
  },
});

interface Draft {
  kind: Drafted;
  /** Only the settings have none. */
  name?: string | undefined;
  language: string;
  field: string;
  change: (before: string) => string;
}

async function draft(strapi: Core.Strapi, caller: Caller, { kind, name, language, field, change }: Draft) {
  requireAction(caller, updateOf(kind));
  if (kind !== 'legalPages' && !isManual(strapi)) {
    throw new ToolRefusal(
      `What is saved of ${kind} is live at once here (option "releases.publish"), so an editor has to write it.`,
    );
  }
  const type = fieldsOf(strapi, kind).localized[field]?.type;
  if (type === undefined || !['string', 'text', 'richtext'].includes(type)) {
    throw new ToolRefusal(`"${field}" is no text of ${kind}.`);
  }
  if (kind === 'settings') return draftSetting(strapi, caller, { language, field, change });
  if (name === undefined) throw new ToolRefusal(`Say by name which of the ${kind} it is.`);
  // Of two who read the same text the second one finds what the first has written.
  return alone(strapi, async () => {
    const item = await readableItem(strapi, kind, name, caller);
    const texts = item.locales[language];
    if (!texts) throw new ToolRefusal(`It is not written in "${language}" yet.`);
    // What may not be read is not empty.
    if (!(field in texts)) throw new ToolRefusal('The owner of the token may not read what stands there.');
    const { uid } = KINDS[kind];
    const documentId = item.id as string;
    if (!(await mayChange(strapi, caller, { uid, documentId, language, field })))
      throw new ToolRefusal('The owner of the token may not change this.');
    const before = texts[field];
    const data: Record<string, unknown> = {
      [field]: change(typeof before === 'string' ? before : ''),
      updatedBy: administrator(caller.asker).id,
    };
    await strapi.documents(uid).update({ documentId, locale: language, data });
    return { documentId, before: typeof before === 'string' ? before : null, next: NEXT };
  });
}

const NEXT = 'It is a draft: an editor reads and publishes it.';

interface DraftedField {
  uid: (typeof KINDS)[Drafted]['uid'];
  documentId: string;
  language: string;
  field: string;
}

/** Whether the role may change a field of what is saved in a language: by its fields, languages and conditions. */
async function mayChange(
  strapi: Core.Strapi,
  { asker }: Caller,
  { uid, documentId, language, field }: DraftedField,
): Promise<boolean> {
  const { can, sanitizedQuery } = contentChecker(strapi, asker, uid);
  const query = await sanitizedQuery.update({});
  const asked: object = {
    ...query,
    locale: language,
    filters: { $and: [query.filters ?? {}, { documentId }] },
    populate: await askedByConditions(strapi, uid, query),
  };
  const [row] = await strapi.documents(uid).findMany(asked);
  return row !== undefined && can.update(row, field);
}

/** As the admin's page saves it, by the same rules. */
async function draftSetting(
  strapi: Core.Strapi,
  caller: Caller,
  { language, field, change }: Pick<Draft, 'language' | 'field' | 'change'>,
) {
  requireAction(caller, readActionOf('settings'));
  const [item] = await readableItems(strapi, 'settings', caller);
  const found = item?.locales[language]?.[field];
  const before = typeof found === 'string' ? found : null;
  const wanted = settingsChange.safeParse({
    texts: { [language]: { [field]: change(before ?? '') } },
    replaces: { texts: { [language]: { [field]: before } } },
  });
  if (!wanted.success) throw new ToolRefusal(wanted.error.issues.map(({ message }) => message).join('\n'));
  if (!(await saveSettings(strapi, wanted.data))) {
    throw new ToolRefusal('Somebody else has changed it meanwhile; read it again.');
  }
  const [saved] = await readableItems(strapi, 'settings', caller);
  return { documentId: String(saved?.id ?? ''), before, next: NEXT };
}

async function readableItem(strapi: Core.Strapi, kind: Drafted, name: string, caller: Caller): Promise<Item> {
  const item = itemNamed(await readableItems(strapi, kind, caller), kind, name);
  if (!item) throw new ToolRefusal(`There is no entry "${name}" among the ${kind}.`);
  return item;
}

function contentOf({ locales }: Item, language: string): string {
  const content = locales[language]?.content;
  if (typeof content !== 'string') throw new ToolRefusal(`The page has no text in "${language}".`);
  return content;
}

/** Markdown with a paragraph more: at the end, or right behind a heading. */
function withParagraph(before: string, markdown: string, heading: string | undefined): string {
  if (heading === undefined) return `${before.trimEnd()}\n\n${markdown.trim()}\n`.trimStart();
  const lines = before.split('\n');
  const at = lines.findIndex(
    (line) => /^#{1,6}\s/.test(line) && line.replace(/^#+\s+/, '').trim() === heading.trim(),
  );
  if (at < 0) throw new ToolRefusal(`The page has no heading "${heading}".`);
  return [...lines.slice(0, at + 1), '', markdown.trim(), ...lines.slice(at + 1)].join('\n');
}

export const TEXT_TOOLS: readonly AssistantTool[] = [lint, edit, paragraph];
