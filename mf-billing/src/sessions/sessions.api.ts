import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useHost } from '../remote.ts';

type Answer = Infer<typeof calls.session.listSessions.output>;
export type Session = Answer['sessions'][number];

const queryKey = ['sessions'];

/** Where the user is signed in; `asOf` is the time of the answer in ms. */
export const useSessions = () => {
  const { client } = useHost();
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call(calls.session.listSessions, {}, { signal }),
  });
  return { sessions: data?.sessions, asOf: dataUpdatedAt, error, isFetching, retry: () => void refetch() };
};

/** Ends the session of another device. */
export const useEndSession = (onEnded: () => void) => {
  const { alerts, client } = useHost();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string) => client.call(calls.session.endSession, { sessionId }),
    onSuccess(_, sessionId) {
      const without = ({ sessions }: Answer) => ({ sessions: sessions.filter(({ _id }) => _id !== sessionId) });
      queries.setQueryData<Answer>(queryKey, (answer) => answer && without(answer));
      onEnded();
    },
    onError(error) {
      const message = messageOf(error, 'Failed to sign out the device, please try again.');
      alerts.show({ message, type: 'error', time: toastTimes.medium });
      void queries.invalidateQueries({ queryKey });
    },
  });
};

/** Ends all sessions after a confirmation. The settings dialog closes when the user is gone. */
export const useEndAllSessions = () => {
  const { alerts, client, dialogs, navigation, session } = useHost();
  return async (): Promise<void> => {
    const ended = await dialogs.confirm({
      title: 'Sign out everywhere',
      message: 'You’ll be signed out on all your devices, including this one.',
      confirm: 'Sign out everywhere',
      async action() {
        try {
          await client.call(calls.session.endAllSessions, {});
        } catch (error) {
          const message = messageOf(error, 'Failed to sign out everywhere, please try again.');
          alerts.show({ message, type: 'error', time: toastTimes.medium });
          throw error;
        }
      },
    });
    // The sessions are gone even if this fetch fails. Then a new page replaces this private one.
    if (ended) await session.refresh().catch(() => navigation.leave('/', { replace: true }));
  };
};
