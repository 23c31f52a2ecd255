import { citationsIn } from '@atrium/shared-kernel/markdown/citations';
import { lazyPart, useBehavior } from '@atrium/shared-kernel/remote';
import { thoughtsOf } from '@atrium/shared-kernel/replies';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Suspense, useEffect, useState } from 'react';
import { CitedPassages } from '../markdown/cited-passages.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { useHost } from '../remote.ts';
import { failedText, type LiveMessage, pendingText } from '../reply/reply.ts';
import { AssistantFile } from './assistant-file.tsx';
import { Citations } from '../links/citations.tsx';
import { isOutcome } from './endings.ts';
import { MessageActions, type MessageActionsProps } from './message-actions.tsx';
import styles from './messages.module.css';
import { Thoughts } from './thoughts.tsx';

// Few answers have these parts, so they share a chunk with other rare parts.
const Omissions = lazyPart(() => import(/* webpackChunkName: "rare-parts" */ './omissions.tsx'));
const FilePassages = lazyPart(() => import(/* webpackChunkName: "rare-parts" */ './file-passages.tsx'));
const AnswerOutcome = lazyPart(() => import(/* webpackChunkName: "rare-parts" */ './answer-outcome.tsx'));

/** Milliseconds without new text after which an indicator shows that the answer continues. */
const stallTimeout = 1500;

/** Rendered only while no text arrives, because moving it below growing text would cost a layout in every frame. */
const Pause = ({ length }: { readonly length: number }) => {
  const [stalledAt, setStalledAt] = useState<number>();
  useEffect(() => {
    const timer = setTimeout(() => setStalledAt(length), stallTimeout);
    return () => clearTimeout(timer);
  }, [length]);
  return (
    <p className={styles.pause} aria-hidden>
      {stalledAt === length && <span className={styles.dots} />}
    </p>
  );
};

const Status = ({ message }: { readonly message: LiveMessage }) => {
  const { online$ } = useHost();
  const online = useBehavior(online$);
  if (message.failed)
    return (
      <p className={styles.failed}>
        <TriangleAlert aria-hidden />
        {failedText}
      </p>
    );
  if (!message.pending) return message.stopped ? <p className={styles.note}>You stopped this answer.</p> : null;
  if (!message.streaming || !online)
    return <p className={`${styles.note} ${styles.waiting}`}>{pendingText(message, online)}</p>;
  if (message.content !== '' && !message.loadingText) return <Pause length={message.content.length} />;
  return (
    <p className={styles.thinking}>
      <span className={styles.dots} aria-hidden />
      {message.loadingText ?? 'Thinking'}
    </p>
  );
};

export const AssistantMessage = ({ message, ...actions }: MessageActionsProps) => {
  const thoughts = thoughtsOf(message);
  return (
    <div className={styles.assistant} data-answer aria-busy={message.streaming}>
      <h2 className={styles.unseen}>Atrium said</h2>
      {thoughts.length > 0 && <Thoughts thoughts={thoughts} thinking={message.streaming && message.content === ''} />}
      {message.omissions?.some((one) => !isOutcome(one)) && (
        <Suspense fallback={<p className={styles.note}>&nbsp;</p>}>
          <Omissions messageId={message._id} omissions={message.omissions.filter((one) => !isOutcome(one))} />
        </Suspense>
      )}
      {message.content !== '' && (
        <CitedPassages value={message.passages}>
          <Markdown text={message.content} streaming={message.streaming} />
        </CitedPassages>
      )}
      <Status message={message} />
      {message.assistantFileUrl !== undefined && (
        <AssistantFile
          url={message.assistantFileUrl}
          type={message.assistantFileType}
          name={message.documentName}
          prompt={message.prompt}
        />
      )}
      {!message.streaming && <Citations urls={citationsIn(message.citations)} />}
      {message.passages && (
        <Suspense fallback={null}>
          <FilePassages passages={message.passages} />
        </Suspense>
      )}
      {!message.pending && (message.failed || message.omissions?.some(isOutcome)) && (
        <Suspense fallback={null}>
          <AnswerOutcome message={message} last={actions.last === true} />
        </Suspense>
      )}
      <MessageActions message={message} {...actions} />
    </div>
  );
};
