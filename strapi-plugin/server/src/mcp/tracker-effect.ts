import type { Values } from '../transfer/format';

interface CategoryFacts {
  key: string;
  required: boolean | null;
  consentModeSignals?: readonly string[] | null;
}

/** What a tracker does on the site, in sentences. */
export interface TrackerEffect {
  name: string;
  category: string | null;
  runs: string[];
  loads: string;
  stores: unknown[];
  hosts: unknown[];
  afterWithdrawal: string;
}

/** The effect of a tracker as it is saved, whether or not that is published. */
export function trackerEffect(tracker: Values, categories: readonly CategoryFacts[]): TrackerEffect {
  const category = categories.find(({ key }) => key === tracker.category) ?? null;
  const stores = listIn(tracker.cookies);
  return {
    name: String(tracker.name ?? ''),
    category: category?.key ?? null,
    runs: whenItRuns(tracker, category),
    loads: howItLoads(tracker),
    stores,
    hosts: listIn(tracker.hosts),
    afterWithdrawal:
      stores.length === 0
        ? 'It declares nothing that it stores, so nothing is removed: declare its cookies and storage.'
        : 'Its scripts stop with the next page; cookies and storage of the site itself that it declares are removed at once, those of other sites cannot be.',
  };
}

function whenItRuns(tracker: Values, category: CategoryFacts | null): string[] {
  if (tracker.enabled === false) return ['It is switched off and does not run.'];
  if (!category) return ['It is in no category of the site, so it does not run.'];
  if (category.required) return ['Its category is required: it runs for everybody, before any choice.'];
  const environments = listIn(tracker.environments);
  const key = `"${category.key}"`;
  return [
    ...(tracker.consentModeManaged
      ? [
          'It is loaded before a choice and told by Consent Mode what is granted: it has to obey that by itself.',
        ]
      : [
          `Opt-in: after a visitor has granted ${key}.`,
          `Opt-out and notice: from the beginning, until a visitor refuses ${key} or a signal (Global Privacy Control) does.`,
        ]),
    ...(category.consentModeSignals?.length
      ? [`Consent Mode signals of its category: ${category.consentModeSignals.join(', ')}.`]
      : []),
    ...(environments.length > 0 ? [`Only in these environments: ${environments.join(', ')}.`] : []),
  ];
}

function howItLoads(tracker: Values): string {
  if (tracker.kind !== 'script' && tracker.kind !== 'pixel') {
    return 'The site itself starts it, behind a gate or by asking for consent; nothing is loaded for it.';
  }
  if (!tracker.loaderSrc && !tracker.loaderInline) return 'It names nothing to load: the site starts it.';
  const what = tracker.loaderSrc
    ? `From ${String(tracker.loaderSrc)}`
    : 'By a script of its own in the configuration';
  return `${what}, ${tracker.loaderStrategy === 'lazy' ? 'when the page is idle' : 'right after the decision'}.`;
}

const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
