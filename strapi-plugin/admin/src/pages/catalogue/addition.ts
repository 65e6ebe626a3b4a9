import { useNotification } from '@strapi/strapi/admin';
import { useNavigate } from 'react-router-dom';
import { useAct } from '../../api/act';
import { documentPage } from '../../plugin';
import { type TextKey, useTexts } from '../../texts';
import { useAddToConsentMutation } from './api';

/** What is done once an entry is there. */
export interface Afterwards {
  said: TextKey;
  added(documentId: string): void;
}

/** Adds an entry of a catalogue, and says so. */
export function useAddition(
  path: string,
  { said, added }: Afterwards,
): { add(body: object): Promise<void>; adding: boolean } {
  const { t } = useTexts();
  const { toggleNotification } = useNotification();
  const [addTo, { isLoading: adding }] = useAddToConsentMutation();
  const act = useAct();
  const add = async (data: object) => {
    const entry = await act(addTo({ path, data }));
    if (!entry) return;
    toggleNotification({ type: 'success', message: t(said) });
    added(entry.documentId);
  };
  return { add, adding };
}

/** Its document is opened: what is different on a site is changed there. */
export function useOpening(uid: string): Afterwards {
  const navigate = useNavigate();
  return { said: 'catalogue.added', added: (documentId) => navigate(documentPage(uid, documentId)) };
}
