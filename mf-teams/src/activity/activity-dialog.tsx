import { messageOf } from '@atrium/shared-kernel/client';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import * as dialogs from '@atrium/shared-kernel/contracts/dialogs';
import { useDialogInput } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import { EmptyState } from '@atrium/shared-kernel/ui/empty-state';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRemote } from '../remote.ts';
import { inWords } from '../team/dates.ts';
import classes from './activity.module.css';
import { sentenceOf } from './sentence.ts';

const useLog = (teamId: string) => {
  const { client } = useRemote();
  return useInfiniteQuery({
    queryKey: ['log', teamId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => client.call(calls.teams.listTeamLog, { teamId, before: pageParam }, { signal }),
    getNextPageParam: ({ entries, more }) => (more ? entries.at(-1)?._id : undefined),
    staleTime: 0,
  });
};

/** Who changed what in a team, the newest first. */
export const ActivityDialog = () => {
  const { close } = useRemote();
  const { teamId } = useDialogInput(dialogs.teams.activity);
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useLog(teamId);
  const entries = data?.pages.flatMap((page) => page.entries);
  return (
    <DialogBody title="Team Activity" onClose={() => close()} aria-busy={!entries && !error}>
      {!entries && !error && <Skeleton shape="block" height="320px" />}
      {entries?.length === 0 && <EmptyState small title="Nothing has changed yet" />}
      {entries && entries.length > 0 && (
        <ol className={classes.entries} aria-label="Activity">
          {entries.map((entry) => (
            <li key={entry._id} className={classes.entry}>
              <span className={classes.sentence}>{sentenceOf(entry)}</span>
              <time className={classes.time} dateTime={entry.createdDate}>
                {inWords(entry.createdDate)}
              </time>
            </li>
          ))}
        </ol>
      )}
      {error && (
        <FailureState
          small
          title="Failed to get the activity."
          text={messageOf(error, '') || undefined}
          busy={isFetching}
          onRetry={() => void (entries ? fetchNextPage() : refetch())}
        />
      )}
      {!error && hasNextPage && (
        <Button size="s" variant="ghost" wide busy={isFetching} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
    </DialogBody>
  );
};
