import {
  basisOf,
  type CategoryBasis,
  CONSENT_MODELS,
  type ConsentCategory,
  type ConsentModel,
  isCategoryGranted,
  judgeConsent,
  type OtherBasis,
  type TrackerCookie,
  type TrackerKind,
  withBases,
} from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import sentences from '../../../admin/src/translations/effect.en.json';
import { contentBases } from '../assessments/bases';
import { effectOf, type Phrase, type TrackerDraft } from '../catalogue/tracker-effect';
import type { Item, Values } from '../transfer/format';
import { type PublishedState, publishedState } from '../versions/admin-controller';
import { readEdited } from '../versions/service';
import { ToolRefusal } from './tool';

/** Whether a category is granted while a visitor has not chosen. */
export interface BeforeChoice {
  model: ConsentModel;
  /** Only these countries and regions; null: all others of the model. */
  places: string[] | null;
  /** What the category rests on there. */
  basis: CategoryBasis;
  granted: boolean;
  /** The same of a browser that sends Global Privacy Control. */
  grantedWithGPC: boolean;
}

/** What a tracker does on the site, in the sentences that the admin has beside its form. */
export interface ExplainedTracker {
  name: string;
  /** Key of its category. */
  category: string | null;
  served: string[];
  loads: string[];
  waits: string[];
  consentMode: string[];
  /** What becomes of what it stores with a refusal or a withdrawal. */
  afterWithdrawal: string[];
  warnings: string[];
  /** Empty where it is not part of the site. */
  beforeChoice: BeforeChoice[];
  stores: TrackerCookie[];
  hosts: string[];
}

/** All of a tracker that its effect depends on. */
const SHARED = [
  'enabled',
  'kind',
  'category',
  'hosts',
  'environments',
  'loaderSrc',
  'loaderInline',
  'loaderStrategy',
  'loaderAttributes',
  'consentModeManaged',
  'adapter',
] as const;

/**
 * The effect of a tracker as it is saved, whether or not that is published.
 *
 * @throws {ToolRefusal} where the role may not read all of it: what is left would say something else.
 */
export async function explainTracker(
  strapi: Core.Strapi,
  { id, shared, locales }: Item,
): Promise<ExplainedTracker> {
  const edited = await readEdited(strapi);
  const { default: locale } = edited.content.locales;
  const unreadable = [
    ...SHARED.filter((name) => !(name in shared)),
    ...(Object.values(locales).every((own) => 'cookies' in own) ? [] : ['cookies']),
  ];
  if (unreadable.length > 0) {
    throw new ToolRefusal(`The owner of the token may not read all that decides: ${unreadable.join(', ')}.`);
  }
  const state = await publishedState(strapi, locale);
  // What it stores, one language says for all.
  const cookies = state.trackers.find(({ documentId }) => documentId === id)?.cookies;
  const draft = draftOf(id ?? null, { ...shared, cookies }, state);
  const { served, loads, waits, consentMode, clears, warnings } = effectOf(draft, state);
  const { enabled, categories } = edited.forLocale(locale);
  const category = categories.find(({ key }) => key === draft.category?.key);
  const bases = contentBases(strapi, edited, new Date());
  return {
    name: String(shared.name ?? ''),
    category: category?.key ?? null,
    served: served.map(sentence),
    loads: loads.map(sentence),
    waits: waits.map(sentence),
    consentMode: consentMode.map(sentence),
    afterWithdrawal: clears.map(sentence),
    warnings: warnings.map(sentence),
    beforeChoice: draft.enabled && category ? beforeChoice(enabled, category, bases) : [],
    stores: draft.cookies,
    hosts: listIn<string>(shared.hosts),
  };
}

function draftOf(documentId: string | null, values: Values, { categories }: PublishedState): TrackerDraft {
  const text = (name: string): string => String(values[name] ?? '').trim();
  return {
    documentId,
    enabled: values.enabled === true,
    kind: values.kind as TrackerKind,
    category: categories.find(({ key }) => key === values.category) ?? null,
    src: text('loaderSrc'),
    inline: text('loaderInline'),
    lazy: values.loaderStrategy === 'lazy',
    attributes: (values.loaderAttributes ?? {}) as Record<string, unknown>,
    consentModeManaged: values.consentModeManaged === true,
    adapter: text('adapter') || null,
    environments: listIn<string>(values.environments),
    cookies: listIn<TrackerCookie>(values.cookies),
  };
}

/** By the judge of every page, under each model and in the places where the category rests on something of its own. */
function beforeChoice(
  enabled: boolean,
  category: ConsentCategory,
  bases: ReturnType<typeof contentBases>,
): BeforeChoice[] {
  const at = (model: ConsentModel, places: string[] | null, basis: OtherBasis | undefined): BeforeChoice => {
    const [judged = category] = withBases([category], basis ? { [category.key]: basis } : {});
    const terms = {
      model: enabled ? model : null,
      categories: [judged],
      triggers: [],
      maxAge: 0,
      versions: {},
    };
    const granted = (gpc: boolean) =>
      isCategoryGranted(judgeConsent(null, terms, gpc, Date.now() / 1000), terms, category.key);
    return {
      model,
      places,
      basis: basisOf(judged, model),
      granted: granted(false),
      grantedWithGPC: granted(true),
    };
  };
  const placesOf = (basis: OtherBasis): string[] =>
    Object.keys(bases).filter((place) => bases[place]?.[category.key] === basis);
  return [
    ...CONSENT_MODELS.map((model) => at(model, null, undefined)),
    ...(['objection', 'exempt'] as const).flatMap((basis) => {
      const places = placesOf(basis);
      return places.length > 0 ? [at('opt-in', places, basis)] : [];
    }),
  ];
}

/** As the admin says it in English; two apostrophes are one there. */
const sentence = ({ key, values = {} }: Phrase): string =>
  sentences[key].replaceAll("''", "'").replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));

const listIn = <Entry>(value: unknown): Entry[] => (Array.isArray(value) ? (value as Entry[]) : []);
