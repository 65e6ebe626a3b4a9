import { useAPIErrorHandler, useFetchClient, useNotification } from '@strapi/strapi/admin';

/** Asks a route of the plugin to do something; what it answers, or null where it refused, which is said. */
export function useAct<Answer>(): (path: string, body: object) => Promise<Answer | null> {
  const { post } = useFetchClient();
  const { toggleNotification } = useNotification();
  const { formatAPIError } = useAPIErrorHandler();
  return async (path, body) => {
    try {
      return (await post<Answer>(path, body)).data;
    } catch (error) {
      const failure = error as Parameters<typeof formatAPIError>[0];
      toggleNotification({ type: 'danger', message: formatAPIError(failure) });
      return null;
    }
  };
}
