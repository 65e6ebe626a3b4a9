import { consentRecord27560 } from '../../consent-record-27560';
import type { ConsentRecord } from '../../record';
import type { SealedItem } from '../sealed-item';
import { type BundleAbout, BundleError, recordContentSchema } from './format';

/**
 * The records of a bundle in the terms of ISO/IEC TS 27560, oldest first: made of what was sealed, and of the parties,
 * the storage period and what is set apart, as the bundle names them. Throws {@link BundleError} where a sealed record is none.
 */
export function readableRecords(
  items: readonly SealedItem[],
  about: Pick<BundleAbout, 'parties' | 'retention' | 'quarantined'>,
): object {
  const controllers = about.parties.filter(({ party_role }) => party_role.endsWith('controller'));
  const recipients = about.parties.filter((party) => !controllers.includes(party));
  const context = {
    pii_controllers: controllers.map(({ party_id }) => party_id),
    recipient_third_parties: recipients.map(({ party_id }) => party_id),
    retention_period: about.retention.retention_period,
  };
  return {
    schema_version: 'ISO/IEC TS 27560:2023',
    party_identification: about.parties,
    consent_records: items
      .filter(({ kind }) => kind === 'record')
      .map(({ content }) => {
        const parsed = recordContentSchema.safeParse(content);
        if (!parsed.success)
          throw new BundleError('what was sealed as a record does not have the fields of one');
        const record = consentRecord27560(parsed.data as unknown as ConsentRecord);
        const apart = about.quarantined?.find((one) => one.record === parsed.data.id);
        return {
          ...record,
          ...(apart && { quarantine: { since: apart.since, reason: apart.reason } }),
          pii_processing: { ...record.pii_processing, ...context },
        };
      }),
  };
}
