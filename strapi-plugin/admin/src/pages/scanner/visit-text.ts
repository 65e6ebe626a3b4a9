import { isTextKey, type Texts } from '../../texts';

/** What a visitor of a scan did, in words; as the report has it where it is of another version. */
export function visitText(t: Texts['t'], name: string): string {
  const [, kind, alone = '', place] = /^([\w-]+)(?: (?!from )(\S+))?(?: from (\S+))?$/.exec(name) ?? [];
  const key = `scanner.visit.${kind}`;
  if (!isTextKey(key)) return name;
  const did = t(key, { category: alone, service: alone });
  return place ? t('scanner.visit.from', { visit: did, place }) : did;
}
