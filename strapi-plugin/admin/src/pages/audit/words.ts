import {
  AUDIT_UID,
  CONFIGURATION_UID,
  PREVIEW_UID,
  RECORD_UID,
  RELEASE_UID,
  UIDS,
} from '../../../../server/src/uids';
import type { AuditListed } from '../../api/contract';
import type { TextKey, Texts } from '../../texts';

/** What the trail tells of, with the text that names it. */
export const SUBJECT_TYPES: { uid: string; key: TextKey }[] = [
  { uid: UIDS.setting, key: 'settings.kind.settings' },
  { uid: UIDS.category, key: 'settings.kind.categories' },
  { uid: UIDS.tracker, key: 'settings.kind.trackers' },
  { uid: UIDS.processor, key: 'settings.kind.processors' },
  { uid: UIDS.legalPage, key: 'settings.kind.legalPages' },
  { uid: UIDS.reconsent, key: 'audit.of.reconsent' },
  { uid: UIDS.assessment, key: 'assessment.title' },
  { uid: UIDS.scanFinding, key: 'audit.of.findings' },
  { uid: RECORD_UID, key: 'audit.of.records' },
  { uid: CONFIGURATION_UID, key: 'audit.of.configuration' },
  { uid: RELEASE_UID, key: 'audit.of.releases' },
  { uid: PREVIEW_UID, key: 'audit.of.previews' },
  { uid: AUDIT_UID, key: 'audit.of.audit' },
];

/** What an entry is about: what kind of thing, and its name. */
export function subjectText(t: Texts['t'], { uid, title, id, locale }: AuditListed['subject']): string {
  const key = SUBJECT_TYPES.find((one) => one.uid === uid)?.key;
  const known = uid === RELEASE_UID ? id : uid === RECORD_UID && id ? `${id.slice(0, 12)}…` : '';
  const name = title ?? known;
  const what = [key ? t(key) : uid, name].filter(Boolean).join(': ');
  return locale ? `${what} (${locale})` : what;
}

export const actorText = (t: Texts['t'], { kind, name }: AuditListed['actor']): string =>
  kind === 'system' ? t('audit.actor.system') : name;
