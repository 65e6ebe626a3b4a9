import { UIDS } from '../../../../server/src/uids';
import type { FindingDetails } from '../../api/contract';
import { useOpening } from '../catalogue/addition';
import { PresetForm } from '../catalogue/preset-form';
import { UnknownForm } from '../catalogue/unknown-form';

interface Props {
  details: FindingDetails;
  seen: NonNullable<FindingDetails['seen']>;
  /** The route that declares it. */
  path: string;
  close(): void;
}

/** Makes a tracker of a finding: by the catalogue where that knows it, else as it was seen. */
export function DeclareForm({ details: { categories }, seen, path, close }: Props) {
  const opening = useOpening(UIDS.tracker);
  if (seen.preset) return <PresetForm preset={seen.preset} path={path} mayEnable={false} close={close} />;
  return <UnknownForm seen={seen} categories={categories} path={path} after={opening} close={close} />;
}
