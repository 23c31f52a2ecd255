import { lazyPart, useBehavior } from '@atrium/shared-kernel/remote';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Suspense } from 'react';
import { Markdown } from '../markdown/markdown.tsx';
import { useHost } from '../remote.ts';
import { citationsOf, failedText, type LiveMessage, pendingText } from '../reply/reply.ts';
import { AssistantFile } from './assistant-file.tsx';
import { Citations } from '../links/citations.tsx';
import { MessageActions, type MessageActionsProps } from './message-actions.tsx';
import styles from './messages.module.css';
import { Thoughts } from './thoughts.tsx';

const Omissions = lazyPart(() => import('./omissions.tsx'));

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
  if (message.content !== '' && !message.loadingText) return null;
  return (
    <p className={styles.thinking}>
      <span className={styles.dots} aria-hidden />
      {message.loadingText ?? 'Thinking'}
    </p>
  );
};

export const AssistantMessage = ({ message, ...actions }: MessageActionsProps) => (
  <div className={styles.assistant} aria-busy={message.streaming}>
    <h2 className={styles.unseen}>Atrium said</h2>
    {message.thoughts.length > 0 && (
      <Thoughts thoughts={message.thoughts} thinking={message.streaming && message.content === ''} />
    )}
    {message.omissions && (
      <Suspense fallback={<p className={styles.note}>&nbsp;</p>}>
        <Omissions omissions={message.omissions} />
      </Suspense>
    )}
    {message.content !== '' && <Markdown text={message.content} streaming={message.streaming} />}
    <Status message={message} />
    {message.assistantFileUrl !== undefined && (
      <AssistantFile url={message.assistantFileUrl} type={message.assistantFileType} name={message.documentName} />
    )}
    {!message.streaming && <Citations urls={citationsOf(message)} />}
    <MessageActions message={message} {...actions} />
  </div>
);
