import { useAPIErrorHandler, useFetchClient, useNotification } from '@strapi/strapi/admin';

/** Saves what a route answers as a JSON file; where it refuses, it says why. */
export function useSaveAnswer(): (path: string, fileName: string) => Promise<void> {
  const { get } = useFetchClient();
  const { toggleNotification } = useNotification();
  const { formatAPIError } = useAPIErrorHandler();
  return async (path, fileName) => {
    try {
      const { data } = await get<unknown>(path);
      const link = document.createElement('a');
      link.href = URL.createObjectURL(
        new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' }),
      );
      link.download = fileName;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    } catch (error) {
      // It may be that the role lacks some fields of a type; the answer names them.
      const message = formatAPIError(error as Parameters<typeof formatAPIError>[0]);
      toggleNotification({ type: 'danger', message });
    }
  };
}
