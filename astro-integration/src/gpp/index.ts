/** Global Privacy Platform: tells advertising what visitors of the United States have opted out of, by `__gpp`. */
import { CmpApi, CmpDisplayStatus, CmpStatus, GppCommand, SignalStatus } from '@iabgpp/cmpapi';
import {
  type MspaMode,
  type PendingConfig,
  US_NATIONAL,
  US_SECTIONS,
  type UsSection,
  usSection,
} from '@permesso/consent-core';
import { page } from '@permesso/consent-core/page';
import { consent } from '../client/index.ts';
import { answerVendors } from '../client/vendor-calls.ts';

export interface GppOptions {
  /** The id under which IAB has registered the site's consent manager; it is the owner's to obtain. */
  cmpId: number;
  /** How the site takes part in IAB's Multi-State Privacy Agreement. Default `none`. */
  mspa?: MspaMode;
  /**
   * `national` (default): the section that IAB has for the laws of all states at once. `state`: that of the visitor's own state, where it
   * is known and IAB has one, and else the national one.
   */
  sections?: 'national' | 'state';
}

/** Of this module's answers: it grows when they change. */
const VERSION = 1;
/** By which a platform says that no section applies. */
const NONE = -1;

/**
 * Takes the place of the stub, answers what waited there, and tells listeners of every change.
 *
 * @returns a function that stops following the page's consent
 */
export function startGpp({ cmpId, mspa, sections }: GppOptions): () => void {
  const api = answerVendors(
    { name: '__gpp', commands: Object.values(GppCommand), callbackAt: 1 },
    () => new CmpApi(cmpId, VERSION),
  );
  const spoken = sections === 'state' ? US_SECTIONS : [US_NATIONAL];
  api.setSupportedAPIs(spoken.map(({ id, name }) => `${id}:${name}`));
  api.setCmpStatus(CmpStatus.LOADED);
  let last: { section: UsSection | null; text: string } | null = null;

  function follow(): void {
    // Until it is known whose law holds, vendors are to wait: that no section applies would be an answer.
    const { pending, jurisdiction }: PendingConfig = consent.config;
    if (pending || !page().store) return;
    const state = consent.get();
    // Pages are told of a region only where sections are those of states.
    const section = usSection(consent.config, state, { mspa, region: jurisdiction.region });
    const text = JSON.stringify(section);
    if (text !== last?.text) {
      write(api, section, last?.section ?? null);
      last = { section, text };
    }
    const shown = state.ui === 'closed' ? CmpDisplayStatus.HIDDEN : CmpDisplayStatus.VISIBLE;
    if (shown !== api.getCmpDisplayStatus()) api.setCmpDisplayStatus(shown);
  }

  const stop = consent.subscribe(follow);
  // That it is known by now whose law holds, and in which state, need not change anything in the store.
  const { listeners } = page();
  listeners.add(follow);
  return () => {
    stop();
    listeners.delete(follow);
  };
}

function write(api: CmpApi, section: UsSection | null, before: UsSection | null): void {
  // All of it is there before listeners hear of the change.
  if (before && before.name !== section?.name) api.deleteSection(before.name);
  if (section) {
    for (const [field, value] of Object.entries(section.fields))
      api.setFieldValue(section.name, field, value);
  }
  api.setApplicableSections([section?.id ?? NONE]);
  api.setSignalStatus(SignalStatus.NOT_READY);
  api.fireSectionChange((section ?? before ?? US_NATIONAL).name);
  api.setSignalStatus(SignalStatus.READY);
}
