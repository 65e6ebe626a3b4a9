import type { ReconsentTrigger } from '@permesso/consent-core';
import {
  type MaterialCategory,
  type MaterialDocument,
  type MaterialTracker,
  materialCategories,
  materialDocuments,
  materialTrackers,
} from '../../../server/src/versions/material';
import type { PublishedState } from '../api/contract';

/** Whether an edit will ask visitors again: yes, it would if the settings said so, or it is not of that kind. */
export type Reconsent = 'asks' | 'would-ask' | 'quiet';

interface Edit {
  category?: { documentId: string | null } & MaterialCategory;
  tracker?: { documentId: string | null } & Omit<MaterialTracker, 'id'>;
  document?: { documentId: string | null } & MaterialDocument;
}

/** What an edit will ask of visitors, by the same rules that make the versions of what is published. */
export function reconsentOf(state: PublishedState, edit: Edit): Reconsent {
  const changed = changedBy(state, edit);
  if (changed.some((trigger) => state.reconsentOn.includes(trigger))) return 'asks';
  return changed.length > 0 ? 'would-ask' : 'quiet';
}

function changedBy(state: PublishedState, { category, tracker, document }: Edit): ReconsentTrigger[] {
  const changed: ReconsentTrigger[] = [];
  if (category) {
    const before = state.categories;
    const renamed = before.find(({ documentId }) => documentId === category.documentId)?.key;
    const after = replaced(before, category);
    if (differ(materialCategories(before), materialCategories(after))) changed.push('categories');
    // Trackers name the key of their category.
    const used = state.trackers.some(({ enabled, category: key }) => enabled && key === renamed);
    if (renamed !== undefined && renamed !== category.key && used) changed.push('trackers');
  }
  if (tracker) {
    const before = state.trackers;
    if (differ(trackersOf(before), trackersOf(replaced(before, tracker)))) changed.push('trackers');
  }
  if (document) {
    const before = state.documents;
    if (differ(materialDocuments(before), materialDocuments(replaced(before, document))))
      changed.push('documents');
  }
  return changed;
}

type Identified = { documentId: string | null };

function replaced<Before extends Identified, After extends Identified>(
  all: readonly Before[],
  edited: After,
): (Before | After)[] {
  return [...all.filter(({ documentId }) => documentId !== edited.documentId), edited];
}

const trackersOf = (trackers: readonly (Identified & Omit<MaterialTracker, 'id'>)[]) =>
  materialTrackers(trackers.map(({ documentId, ...rest }) => ({ id: documentId ?? '', ...rest })));

const differ = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);
