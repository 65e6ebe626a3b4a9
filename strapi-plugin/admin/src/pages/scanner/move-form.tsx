import { Typography } from '@strapi/design-system';
import { useState } from 'react';
import type { FindingDetails } from '../../api/contract';
import { DialogForm } from '../../dialog';
import { useTexts } from '../../texts';
import { CategoryChoice } from '../catalogue/category-choice';
import type { Tell } from './api';

interface Props {
  details: FindingDetails;
  tracker: NonNullable<FindingDetails['tracker']>;
  tell: Tell;
  close(): void;
}

/** Puts the tracker that a finding is about into another category. */
export function MoveForm({ details: { finding, categories }, tracker, tell, close }: Props) {
  const { t } = useTexts();
  const wanted = finding.reported.known?.category ?? '';
  const [category, setCategory] = useState(wanted === tracker.category ? '' : wanted);
  const send = async () => {
    if (await tell('move', { category })) close();
  };
  return (
    <DialogForm
      label={t('scanner.move')}
      incomplete={!category || category === tracker.category}
      send={send}
      close={close}
    >
      <Typography textColor="neutral600">{t('scanner.move.hint', { name: tracker.name })}</Typography>
      <CategoryChoice categories={categories} value={category} change={setCategory} />
    </DialogForm>
  );
}
