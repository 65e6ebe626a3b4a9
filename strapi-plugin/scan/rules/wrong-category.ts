import { TRACKER_PRESETS } from '../../server/src/catalogue/presets';
import { categoryOf } from '../declared';
import { knownPreset } from '../naming/known';
import type { Rule, Severity } from './rule';

/** The default categories by how much they ask of a visitor. */
const WEIGHT: Readonly<Record<string, number>> = { necessary: 0, functional: 1, analytics: 2, marketing: 3 };

export const wrongCategory: Rule = {
  number: 'C205',
  name: 'wrong-category',
  expects: 'No tracker is declared in a category that asks for less than the catalogue says it needs.',
  law: 'ePrivacy Directive, Art. 5(3): only what is strictly necessary needs no consent',
  severity: 'serious',
  find({ declared, site }, identities) {
    if (!declared) return [];
    return declared.trackers.flatMap((tracker) => {
      const preset = identities.presetOf(tracker);
      const category = categoryOf(declared, tracker.categoryKey);
      if (!preset || !category) return [];
      const catalogue = TRACKER_PRESETS[preset].category;
      const weight = category.required ? 0 : WEIGHT[category.key];
      // A category of the site's own cannot be compared, as long as it can be refused.
      if (weight === undefined || weight >= (WEIGHT[catalogue] ?? 0)) return [];
      const severity: Severity = category.required ? 'serious' : 'minor';
      return [
        {
          subject: { kind: 'tracker' as const, name: tracker.name, host: null },
          message: `${tracker.name} is declared as "${category.label}", and ${catalogue} by the catalogue`,
          evidence: [{ visit: 'declared', page: site, seen: `${tracker.name} in category ${category.key}` }],
          severity,
          known: knownPreset(preset),
          declaredCategory: category.key,
        },
      ];
    });
  },
};
