import type { TrackerPreset } from '../../server/src/catalogue/presets';

/** What the scripts of vendors offer that are started once they are there. */
const STARTED: Record<string, string> = {
  'microsoft-ads': 'window.UET=function(o){this.q=o.q;this.push=function(){o.q.push.apply(o.q,arguments)}};',
  amplitude: 'window.amplitude={init:function(){}};',
  logrocket: 'window.LogRocket={init:function(){}};',
};

/** A name that a pattern such as `_ga_*` stands for. */
export const storedName = (name: string): string => name.replaceAll('*', 'x1');

/** What a preset stores on the site's own host. */
export const storedHere = ({ cookies }: TrackerPreset): TrackerPreset['cookies'] =>
  cookies.filter(({ domain }) => domain === undefined);

/** The variables of a preset, filled in as its examples say. */
export const examplesOf = ({ variables }: TrackerPreset): Record<string, string> =>
  Object.fromEntries(variables.map(({ name, example }) => [name, example]));

/** What the fake vendor's script does: it stores all that the preset says it does on this site. */
export function vendorScript(key: string, preset: TrackerPreset): string {
  const stores = storedHere(preset).map(({ name, storage }) =>
    storage === 'cookie'
      ? `document.cookie=${JSON.stringify(`${storedName(name)}=1; Path=/`)};`
      : `${storage}.setItem(${JSON.stringify(storedName(name))},'1');`,
  );
  return (STARTED[key] ?? '') + stores.join('');
}
