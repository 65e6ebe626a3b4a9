/** `__tcfapi`, by IAB Tech Lab's own library. */
import { CmpApi, CmpApiModel, TCFCommand } from '@iabtechlabtcf/cmpapi';
import { answerVendors } from '../client/vendor-calls.ts';
import type { TcfTerms } from './options.ts';

/** What vendors are told by `getTCData` and `addEventListener`. */
interface TcData {
  addtlConsent?: string;
}

/** What answers vendors. Each tells listeners once of what is news. */
export interface TcfApi {
  /** The GDPR does not apply to this visitor. */
  leaveOut(): void;
  /** The visitor is being asked, and nothing is granted. */
  ask(): void;
  /** What holds by the visitor's decision. */
  tell(tcString: string, additionalConsent: string, isShown: boolean): void;
  /** What vendors were told holds no longer, and nothing else does yet; nothing where they were told nothing. */
  takeBack(): void;
  /** Nothing can be said on this page: every call is answered with failure. */
  fail(): void;
}

/**
 * Takes the place of the stub with the first answer, and answers what waited there. Until then the stub says that nobody has
 * answered yet, so that vendors wait.
 */
export function createTcfApi({ cmpId, cmpVersion }: Pick<TcfTerms, 'cmpId' | 'cmpVersion'>): TcfApi {
  let api: CmpApi | undefined;
  let additional = '';
  let told = '';
  let last = '';
  let hasFailed = false;
  const getTCData = (
    next: (data: TcData | boolean, success: boolean) => void,
    data: TcData | boolean,
    success: boolean,
  ) => {
    // As Google wants it; whoever stops listening is answered by the same function.
    if (data && typeof data === 'object' && additional) data.addtlConsent = additional;
    next(data, success);
  };
  const open = () => {
    api ??= answerVendors(
      { name: '__tcfapi', commands: Object.values(TCFCommand), callbackAt: 2 },
      () => new CmpApi(cmpId, cmpVersion, true, { getTCData }),
    );
    return api;
  };
  const update = (tcString: string | null, additionalConsent: string, isShown: boolean) => {
    const said = JSON.stringify([tcString, additionalConsent, isShown]);
    if (hasFailed || said === last) return;
    last = said;
    additional = additionalConsent;
    told = tcString ?? '';
    open().update(tcString, isShown);
  };
  const disable = () => {
    hasFailed = true;
    // Before the library takes over: it would keep waiting calls for an answer that does not come.
    CmpApiModel.disabled = true;
    open().disable();
  };
  const takeBack = () => {
    if (told) update('', '', false);
  };
  return {
    takeBack,
    leaveOut: () => update(null, '', false),
    ask: () => update('', '', true),
    tell: update,
    fail() {
      if (hasFailed) return;
      try {
        takeBack();
      } finally {
        disable();
      }
    },
  };
}
