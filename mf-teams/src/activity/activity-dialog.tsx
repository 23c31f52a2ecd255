import { messageOf } from '@atrium/shared-kernel/client';
import * as dialogs from '#contracts/dialogs';
import { useDialogInput } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import { EmptyState } from '@atrium/shared-kernel/ui/empty-state';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import { useHost } from '../remote.ts';
import { inWords } from '../team/dates.ts';
import classes from './activity.module.css';
import { useTeamLog } from './log.api.ts';
import { sentenceOf } from './sentence.ts';

/** Who changed what in a team, newest first. */
export const ActivityDialog = () => {
  const { close } = useHost();
  const { teamId } = useDialogInput(dialogs.teams.activity);
  const { entries, error, fetching, showOlder, retry } = useTeamLog(teamId);
  return (
    <DialogBody title="Team Activity" onClose={() => close()} aria-busy={!entries && !error}>
      {!entries && !error && <Skeleton shape="block" height="320px" />}
      {entries?.length === 0 && <EmptyState small title="No activity yet" />}
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
          title="Couldn’t load the activity."
          text={messageOf(error, '') || undefined}
          busy={fetching}
          onRetry={retry}
        />
      )}
      {!error && (showOlder || (entries && fetching)) && (
        <Button size="s" variant="ghost" wide busy={fetching} onClick={showOlder}>
          Show older
        </Button>
      )}
    </DialogBody>
  );
};
