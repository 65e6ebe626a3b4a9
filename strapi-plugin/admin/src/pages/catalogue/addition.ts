import { useAPIErrorHandler, useFetchClient, useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { documentPage } from '../../plugin';
import { type TextKey, useTexts } from '../../texts';

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
  const { post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const { formatAPIError } = useAPIErrorHandler();
  const [adding, setAdding] = useState(false);
  const add = async (body: object) => {
    setAdding(true);
    try {
      const { data } = await post<{ documentId: string }>(path, body);
      toggleNotification({ type: 'success', message: t(said) });
      added(data.documentId);
    } catch (error) {
      type Failure = Parameters<typeof formatAPIError>[0];
      toggleNotification({ type: 'danger', message: formatAPIError(error as Failure) });
      setAdding(false);
    }
  };
  return { add, adding };
}

/** Its document is opened: what is different on a site is changed there. */
export function useOpening(uid: string): Afterwards {
  const navigate = useNavigate();
  return { said: 'catalogue.added', added: (documentId) => navigate(documentPage(uid, documentId)) };
}
