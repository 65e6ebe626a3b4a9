import { UIDS } from '../../../../server/src/uids';
import type { FindingDetails } from '../../api/contract';
import { useOpening } from '../catalogue/addition';
import { PresetForm } from '../catalogue/preset-form';
import { UnknownForm } from '../catalogue/unknown-form';

interface Props {
  details: FindingDetails;
  seen: NonNullable<FindingDetails['seen']>;
  close(): void;
}

/** Makes a tracker of a finding: by the catalogue where that knows it, else as it was seen. */
export function DeclareForm({ details: { finding, categories }, seen, close }: Props) {
  const opening = useOpening(UIDS.tracker);
  const path = `/consent/scans/findings/${finding.documentId}/declare`;
  if (seen.preset) return <PresetForm preset={seen.preset} path={path} mayEnable={false} close={close} />;
  return <UnknownForm seen={seen} categories={categories} path={path} after={opening} close={close} />;
}
