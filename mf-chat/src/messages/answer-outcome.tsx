import { isId } from '@atrium/shared-kernel/contracts/id';
import { failureWords } from '@atrium/shared-kernel/contracts/failure-words';
import { omissionWords } from '@atrium/shared-kernel/contracts/omission-words';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { noModes } from '../draft/modes.ts';
import type { LiveMessage } from '../reply/reply.ts';
import type { VersionsModel } from '../versions/versions.model.ts';
import { useVersions } from '../versions/versions-context.ts';
import styles from './answer-outcome.module.css';
import { isOutcome } from './endings.ts';

/** The prompt that has an answer continued. */
const continueText = 'Continue where you left off.';

interface Props {
  readonly message: LiveMessage;
  /** Whether it is the last message. */
  readonly last: boolean;
}

interface NextStepProps extends Props {
  readonly versions: VersionsModel;
}

/** The button for the next step after an answer that isn't complete. */
const NextStep = ({ message, last, versions }: NextStepProps) => {
  const busy = useBehavior(versions.busy$);
  if (!isId(message._id)) return null;
  if (message.failed)
    return (
      <Button size="s" disabled={busy} onClick={() => void versions.regenerate(message)}>
        Try again
      </Button>
    );
  const cut = message.omissions?.some(({ kind }) => kind === 'answer-ended');
  return (
    cut &&
    last && (
      <Button
        size="s"
        disabled={busy}
        onClick={() => void versions.send(message, { text: continueText, files: [], modes: noModes })}
      >
        Continue
      </Button>
    )
  );
};

/** Why an answer failed or ended early, with a button for the next step. */
const AnswerOutcome = ({ message, last }: Props) => {
  const versions = useVersions();
  const cause = message.failed ? failureWords(message.failure) : undefined;
  const ends = (message.omissions ?? []).filter(isOutcome).map((one) => omissionWords(one, String));
  const reasons = cause === undefined ? ends : [cause, ...ends];
  return (
    <div className={styles.outcome}>
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {versions && <NextStep message={message} last={last} versions={versions} />}
    </div>
  );
};

export default AnswerOutcome;
