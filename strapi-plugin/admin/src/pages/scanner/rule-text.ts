import { isTextKey, type Texts } from '../../texts';

/**
 * What a rule of the scanner expects, in the administrator's language: the report itself is in English. Null for a rule of a
 * later scanner.
 */
export function expectationText(t: Texts['t'], rule: string): string | null {
  const key = `scanner.expects.${rule}`;
  return isTextKey(key) ? t(key) : null;
}
