import { useAPIErrorHandler, useFetchClient, useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTexts } from '../../texts';

/** Adds a preset, and goes to the document that it became. */
export function useAddition(
  path: string,
  placeOf: (documentId: string) => string,
): { add(body: object): Promise<void>; adding: boolean } {
  const { t } = useTexts();
  const { post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const { formatAPIError } = useAPIErrorHandler();
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const add = async (body: object) => {
    setAdding(true);
    try {
      const { data } = await post<{ documentId: string }>(path, body);
      toggleNotification({ type: 'success', message: t('catalogue.added') });
      navigate(placeOf(data.documentId));
    } catch (error) {
      type Failure = Parameters<typeof formatAPIError>[0];
      toggleNotification({ type: 'danger', message: formatAPIError(error as Failure) });
      setAdding(false);
    }
  };
  return { add, adding };
}
