import type { PresetVariable } from './preset';

/** A value as JavaScript, safe inside an inline script: no way out of the string, nor out of the element. */
export function asScript(value: string): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A value inside an address: one encoded part, or an address without a slash at its end. */
export function asAddress(value: string, variable: PresetVariable): string {
  return variable.address ? value.replace(/\/+$/, '') : encodeURIComponent(value);
}

const PLACEHOLDER = /\{\{([A-Z][A-Z0-9_]*)\}\}/g;

/** The names that stand in a text as `{{NAME}}`. */
export function placeholdersIn(text: string | undefined): string[] {
  return [...(text ?? '').matchAll(PLACEHOLDER)].map((match) => match[1] ?? '');
}

/** Fills in the placeholders that have a value; the others stay visible. */
export function insertValues(
  text: string,
  values: ReadonlyMap<string, string>,
  written: (value: string, name: string) => string,
): string {
  return text.replace(PLACEHOLDER, (placeholder, name: string) => {
    const value = values.get(name);
    return value === undefined ? placeholder : written(value, name);
  });
}
