/** Global Privacy Platform: tells advertising what visitors of the United States have opted out of, by `__gpp`. */
import { CmpApi, CmpDisplayStatus, CmpStatus, SignalStatus } from '@iabgpp/cmpapi';
import {
  type ConsentState,
  type MspaMode,
  type PendingConfig,
  type UsNationalSection,
  usNationalSection,
} from '@permesso/consent-core';
import { page } from '@permesso/consent-core/page';
import { consent } from '../client/index.ts';

export interface GppOptions {
  /** The id under which IAB has registered the site's consent manager; it is the owner's to obtain. */
  cmpId: number;
  /** How the site takes part in IAB's Multi-State Privacy Agreement. Default `none`. */
  mspa?: MspaMode;
}

/** Of this module's answers: it grows when they change. */
const VERSION = 1;
const US_NATIONAL = { id: 7, name: 'usnat' };
/** By which a platform says that no section applies. */
const NONE = -1;

/**
 * Takes the place of the stub, answers what waited there, and tells listeners of every change.
 *
 * @returns a function that stops following the page's consent
 */
export function startGpp({ cmpId, mspa = 'none' }: GppOptions): () => void {
  const api = new CmpApi(cmpId, VERSION);
  api.setSupportedAPIs([`${US_NATIONAL.id}:${US_NATIONAL.name}`]);
  api.setCmpStatus(CmpStatus.LOADED);
  let last: string | null = null;
  return consent.subscribe((state: ConsentState) => {
    // Until it is known whose law holds, vendors are to wait: that no section applies would be an answer.
    const { pending }: PendingConfig = consent.config;
    if (pending || !page().facts?.payload.config) return;
    const section = usNationalSection(consent.config, state, mspa);
    const now = JSON.stringify(section);
    if (now !== last) {
      last = now;
      write(api, section);
    }
    const shown = state.ui === 'closed' ? CmpDisplayStatus.HIDDEN : CmpDisplayStatus.VISIBLE;
    if (shown !== api.getCmpDisplayStatus()) api.setCmpDisplayStatus(shown);
  });
}

function write(api: CmpApi, section: UsNationalSection | null): void {
  // Listeners hear of the change when all of it is there.
  api.setSignalStatus(SignalStatus.NOT_READY);
  if (section) {
    for (const [field, value] of Object.entries(section)) api.setFieldValue(US_NATIONAL.name, field, value);
  } else api.deleteSection(US_NATIONAL.name);
  api.setApplicableSections([section ? US_NATIONAL.id : NONE]);
  api.fireSectionChange(US_NATIONAL.name);
  api.setSignalStatus(SignalStatus.READY);
}
