import type {
  DescribedVariable,
  PresetCookie,
  PresetLoader,
  PresetVariable,
  PresetVariables,
  TrackerContent,
  TrackerFromPreset,
  TrackerPreset,
} from './preset';
import { asAddress, asScript, insertValues } from './variable-values';
import { durationInWords, inLanguage } from './words';

/** Turns Google's tags loose before consent, told by Consent Mode what they may do. */
export const CONSENT_MODE_MANAGED: PresetVariable = {
  name: 'CONSENT_MODE_MANAGED',
  label: {
    en: 'Load before consent (advanced Consent Mode)',
    de: 'Vor der Einwilligung laden (erweiterter Consent Mode)',
  },
  description: {
    en: 'The tag then loads before a choice, limited by Consent Mode signals. Check first that your law allows it.',
    de: 'Das Tag lädt dann vor einer Entscheidung, begrenzt durch die Signale des Consent Mode. Prüfen Sie zuerst, ob Ihr Recht das erlaubt.',
  },
  pattern: 'true|false',
  example: 'true',
  default: 'false',
};

/** The variables of a preset, with the one that every tag under Consent Mode has. */
export function variablesOf(preset: TrackerPreset): readonly PresetVariable[] {
  return preset.loader?.obeysConsentMode ? [...preset.variables, CONSENT_MODE_MANAGED] : preset.variables;
}

/** The same as an administrator reads them. */
export const describedVariables = (preset: TrackerPreset, locale: string): DescribedVariable[] =>
  variablesOf(preset).map(({ label, description, ...variable }) => ({
    ...variable,
    label: inLanguage(label, locale),
    description: inLanguage(description, locale),
  }));

function refuseUnknown(key: string, known: readonly PresetVariable[], given: PresetVariables): void {
  const names = known.map(({ name }) => name);
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  if (unknown.length === 0) return;
  const choice = names.length > 0 ? `it takes ${names.join(', ')}` : 'it takes none';
  throw new Error(`consent: the preset "${key}" has no variable ${unknown.join(', ')}; ${choice}`);
}

function valuesOf(
  key: string,
  known: readonly PresetVariable[],
  given: PresetVariables,
): Map<string, string> {
  refuseUnknown(key, known, given);
  const values = new Map<string, string>();
  for (const { name, pattern, example, default: fallback } of known) {
    const value = name in given ? String(given[name]).trim() : fallback;
    if (value === undefined || value === '') continue;
    if (!new RegExp(`^(?:${pattern})$`).test(value)) {
      throw new Error(`consent: ${name} of the preset "${key}" is "${value}"; write it like "${example}"`);
    }
    values.set(name, value);
  }
  return values;
}

function cookieContent({ duration, description, ...cookie }: PresetCookie, locale: string) {
  return {
    ...cookie,
    durationText: durationInWords(duration, locale),
    ...(description ? { description: inLanguage(description, locale) } : {}),
  };
}

function loaderContent(
  { src, inline, strategy = 'afterDecision', attributes, adapter }: PresetLoader,
  variables: readonly PresetVariable[],
  values: ReadonlyMap<string, string>,
): NonNullable<TrackerContent['loader']> {
  const address = (value: string, name: string) => {
    const variable = variables.find((candidate) => candidate.name === name);
    return variable ? asAddress(value, variable) : value;
  };
  const attributeEntries = Object.entries(attributes ?? {}).map(([name, value]) => [
    name,
    insertValues(value, values, (inserted) => inserted),
  ]);
  return {
    ...(src ? { src: insertValues(src, values, address) } : {}),
    ...(inline ? { inline: insertValues(inline, values, asScript) } : {}),
    strategy,
    ...(attributes ? { attributes: Object.fromEntries(attributeEntries) } : {}),
    consentModeManaged: values.get(CONSENT_MODE_MANAGED.name) === 'true',
    ...(adapter ? { adapter } : {}),
  };
}

/**
 * A preset as content of a tracker, in one language, its variables filled in and escaped for where they stand.
 * Variables left open keep their `{{NAME}}`, and the tracker is switched off.
 *
 * @throws on a variable that the preset does not have, and on a value of another form
 */
export function fillPreset(
  key: string,
  preset: TrackerPreset,
  given: PresetVariables,
  locale: string,
): TrackerFromPreset {
  const variables = variablesOf(preset);
  const values = valuesOf(key, variables, given);
  const openVariables = variables.map(({ name }) => name).filter((name) => !values.has(name));
  return {
    key,
    name: preset.name,
    ...(preset.vendor ? { vendor: preset.vendor } : {}),
    ...(preset.vendorPrivacyUrl ? { vendorPrivacyUrl: preset.vendorPrivacyUrl } : {}),
    categoryKey: preset.category,
    kind: preset.kind,
    purpose: inLanguage(preset.purpose, locale),
    ...(preset.hosts ? { hosts: [...preset.hosts] } : {}),
    cookies: preset.cookies.map((cookie) => cookieContent(cookie, locale)),
    ...(preset.loader ? { loader: loaderContent(preset.loader, variables, values) } : {}),
    enabled: openVariables.length === 0,
    openVariables,
  };
}
