import { useAPIErrorHandler, useNotification } from '@strapi/strapi/admin';

type Reason = Parameters<ReturnType<typeof useAPIErrorHandler>['_unstableFormatAPIError']>[0];

/** What a mutation's trigger promises. */
type Outcome<Answer> = { data: Answer } | { error: Reason };

/** Says why the server refused something, in Strapi's words and place. */
export function useRefusal(): (error: Reason) => void {
  const { toggleNotification } = useNotification();
  const { _unstableFormatAPIError: textOf } = useAPIErrorHandler();
  return (error) => toggleNotification({ type: 'danger', message: textOf(error) });
}

/** Awaits a mutation: its answer, or null where the server refused, which is said. */
export function useAct(): <Answer>(outcome: PromiseLike<Outcome<Answer>>) => Promise<Answer | null> {
  const refuse = useRefusal();
  return async (pending) => {
    const outcome = await pending;
    if ('data' in outcome) return outcome.data;
    refuse(outcome.error);
    return null;
  };
}
