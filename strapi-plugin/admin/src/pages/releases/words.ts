import { UIDS } from '../../../../server/src/uids';
import type { ConfigurationDifference, ReleaseDetails, ReleaseView } from '../../api/contract';
import type { Texts } from '../../texts';
import { actorText } from '../audit/words';

const TYPES: Record<ConfigurationDifference['kind'], string> = {
  settings: UIDS.setting,
  categories: UIDS.category,
  trackers: UIDS.tracker,
  processors: UIDS.processor,
  legalPages: UIDS.legalPage,
};

/** The content type that a difference is about. */
export const uidOf = (kind: ConfigurationDifference['kind']): string => TYPES[kind];

/** Whether visitors are asked again, and how many decisions that touches. */
export function effectText(
  t: Texts['t'],
  { asks, touched }: Pick<ReleaseDetails, 'asks' | 'touched'>,
): string {
  return asks.length > 0 ? t('releases.asks', { n: touched }) : t('releases.asks.nobody');
}

/** By what they are asked. */
export function reasonsText({ t, intl }: Pick<Texts, 't' | 'intl'>, asks: ReleaseDetails['asks']): string {
  return intl.formatList(
    asks.map((one) => t(`settings.changed.${one}`)),
    { type: 'conjunction' },
  );
}

/** Who published it, and who approved that. */
export function whoText(
  t: Texts['t'],
  { actor, approver }: Pick<ReleaseDetails, 'actor' | 'approver'>,
): string {
  const who = actorText(t, actor);
  return approver ? t('releases.approvedBy', { who, approver: actorText(t, approver) }) : who;
}

/** What became of an exemption from consent, and by whose word or why. */
export function assessmentText(
  { t, intl }: Pick<Texts, 't' | 'intl'>,
  { category, change, by, assessedAt, reason }: ReleaseView['assessments'][number],
): string {
  const date = intl.formatDate(assessedAt, { dateStyle: 'medium' });
  const why = reason && t(reason === 'purpose' ? 'releases.exemption.purpose' : `assessment.fault.${reason}`);
  return t(`releases.exemption.${change}`, { category, by, date, why: why ?? '' });
}
