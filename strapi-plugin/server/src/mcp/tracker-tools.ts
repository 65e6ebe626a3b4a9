import { z } from '@strapi/utils';
import { addFromPreset, additionSchema } from '../catalogue/addition';
import { describedVariables, TRACKER_PRESETS, type TrackerPresetKey } from '../catalogue/presets';
import { sitePreset } from '../catalogue/site-preset';
import { contentAction } from '../http/admin-route';
import { UIDS } from '../uids';
import { itemNamed, readableItems } from './readable-items';
import { type AssistantTool, defineTool, ToolRefusal } from './tool';
import { explainTracker } from './tracker-effect';

const READ = contentAction('read', UIDS.tracker);
const CREATE = contentAction('create', UIDS.tracker);

/** Presets that an answer has at most. */
const MOST = 20;

const search = defineTool({
  name: 'consent_search_catalogue',
  title: 'Consent: search the catalogue of trackers',
  description:
    'Known trackers by name, vendor, cookie or host: category, purpose, what they store, how they load, which values they need.',
  allowedTo: [READ, CREATE],
  input: z.object({
    query: z.string().min(1).max(100).describe('Part of a name, vendor, cookie or host'),
    locale: z.string().max(20).default('en'),
  }),
  output: z.object({ total: z.number(), presets: z.array(z.record(z.string(), z.unknown())) }),
  async run(strapi, { query, locale }) {
    const wanted = query.toLowerCase();
    const all = Object.keys(TRACKER_PRESETS).map((key) => ({
      key,
      ...sitePreset(strapi, key, {}, locale),
      variables: describedVariables(TRACKER_PRESETS[key as TrackerPresetKey], locale),
    }));
    const found = all.filter(({ key, name, vendor, cookies = [], hosts = [] }) =>
      [key, name, vendor, ...cookies.map((cookie) => cookie.name), ...hosts].some((text) =>
        text?.toLowerCase().includes(wanted),
      ),
    );
    return { total: found.length, presets: found.slice(0, MOST).map((preset) => ({ ...preset })) };
  },
});

const explain = defineTool({
  name: 'consent_explain_tracker',
  title: 'Consent: what a tracker does',
  description:
    'What a declared tracker loads and waits for, whether its category is granted before a choice under each consent model and in places with a basis of their own, with and without Global Privacy Control, what it stores, which hosts are held back with it, and what a withdrawal removes and leaves.',
  allowedTo: [READ],
  input: z.object({ name: z.string().min(1).describe('Name or document id of the tracker') }),
  output: z.object({
    name: z.string(),
    category: z.string().nullable(),
    served: z.array(z.string()),
    loads: z.array(z.string()),
    waits: z.array(z.string()),
    consentMode: z.array(z.string()),
    afterWithdrawal: z.array(z.string()),
    warnings: z.array(z.string()),
    beforeChoice: z.array(
      z.object({
        model: z.string(),
        places: z.array(z.string()).nullable(),
        basis: z.string(),
        granted: z.boolean(),
        grantedWithGPC: z.boolean(),
      }),
    ),
    stores: z.array(z.unknown()),
    hosts: z.array(z.string()),
  }),
  async run(strapi, { name }, caller) {
    const tracker = itemNamed(await readableItems(strapi, 'trackers', caller), 'trackers', name);
    if (!tracker) throw new ToolRefusal(`There is no tracker "${name}".`);
    return explainTracker(strapi, tracker);
  },
});

const add = defineTool({
  name: 'consent_draft_tracker',
  title: 'Consent: add a tracker from the catalogue, switched off',
  description:
    'Adds a known tracker to the site, switched off: nothing of it reaches a visitor before an editor looks at it and switches it on. A release keeps switched-off trackers too: where each save is published this is a release of its own, with a number and the name of the owner of the token, by which visitors are served what they were.',
  allowedTo: [CREATE],
  input: z.object({
    preset: z.string().describe('Key, as consent_search_catalogue has it'),
    category: z.string().describe('Key of a category of the site'),
    variables: z.record(z.string(), z.string()).default({}),
  }),
  output: z.object({ documentId: z.string(), enabled: z.literal(false), next: z.string() }),
  async run(strapi, args, { asker }) {
    const wanted = additionSchema.safeParse({ ...args, enabled: false });
    if (!wanted.success) throw new ToolRefusal(wanted.error.issues.map(({ message }) => message).join('\n'));
    const added = await addFromPreset(strapi, asker, wanted.data);
    if ('refused' in added) throw new ToolRefusal(added.refused);
    const next = 'An editor looks at it in the content manager and switches it on.';
    return { documentId: added.documentId, enabled: false as const, next };
  },
});

export const TRACKER_TOOLS: readonly AssistantTool[] = [search, explain, add];
