import { messageOf } from '@atrium/shared-kernel/client';
import type { ContextReport } from '@atrium/shared-kernel/contracts/entities/context';
import * as dialogs from '#contracts/dialogs';
import { callFailed } from '@atrium/shared-kernel/contracts/sentences';
import { useDialogInput } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { DialogBody } from '@atrium/shared-kernel/ui/dialog-body';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { Skeleton } from '@atrium/shared-kernel/ui/skeleton';
import { type ReactNode, useId } from 'react';
import { useHost } from '../remote.ts';
import { type ChatContext, useChatContext, useFollowContext, useMemories, usePin } from './context.api.ts';
import styles from './context-dialog.module.css';
import { Files } from './files.tsx';
import { fullnessOf } from './fullness.ts';
import { Parts } from './parts.tsx';
import { Summary } from './summary.tsx';
import { Pinned, TurnRow, type TurnsProps } from './turns.tsx';

interface SectionProps {
  readonly title: string;
  /** A sentence below the title. */
  readonly about?: ReactNode;
  readonly children?: ReactNode;
}

const Section = ({ title: heading, about, children }: SectionProps) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h3 id={id} className={styles.heading}>
        {heading}
      </h3>
      {about !== undefined && <p className={styles.about}>{about}</p>}
      {children}
    </section>
  );
};

const Memories = ({ ids, onOpen }: { readonly ids: readonly string[]; readonly onOpen: () => void }) => {
  const memories = useMemories(ids);
  return (
    <Section title="Memories">
      <ul className={styles.list} aria-label="Memories">
        {memories.map(({ id, text }) => (
          <li key={id} dir="auto" className={styles.memory}>
            {text}
          </li>
        ))}
      </ul>
      <Button size="s" className={styles.more} onClick={onOpen}>
        Show all memories
      </Button>
    </Section>
  );
};

const Turns = ({ report: { parts, turns }, ...links }: TurnsProps & { readonly report: ContextReport }) => {
  const all = parts.find(({ kind }) => kind === 'turns')?.count ?? turns.length;
  const hidden = all - turns.length;
  return (
    <Section title="Earlier messages" about={hidden > 0 ? `The latest ${turns.length} of ${all}.` : undefined}>
      <ul className={styles.list} aria-label="Earlier messages">
        {turns.toReversed().map(({ messageId, tokens, cut }) => (
          <TurnRow key={messageId} {...links} messageId={messageId} tokens={tokens} cut={cut} />
        ))}
      </ul>
    </Section>
  );
};

interface ContentProps extends TurnsProps {
  readonly chatId: string;
  readonly context: ChatContext;
  readonly onMemories: () => void;
  readonly onStale: () => Promise<unknown>;
}

const Content = ({ chatId, context, onMemories, onStale, ...links }: ContentProps) => {
  const { last, next, summary, pinned } = context;
  const pin = usePin(chatId);
  const report = last?.report ?? next;
  const passages = report.parts.find(({ kind }) => kind === 'passages')?.count ?? 0;
  return (
    <div className={styles.content}>
      <Section
        title={last ? 'What went along' : 'What would go along'}
        about={last && `With your next message: ${fullnessOf(next).percent}% full.`}
      >
        <Parts report={report} />
      </Section>
      {summary && (
        <Section
          title="Summary"
          about={`Stands for the first ${summary.covers === 1 ? 'message' : `${summary.covers} messages`}.`}
        >
          <Summary key={chatId} chatId={chatId} summary={summary} onStale={onStale} />
        </Section>
      )}
      {pinned.length > 0 && (
        <Section title="Kept in context" about="These messages and their answers always go along.">
          <Pinned {...links} pinned={pinned} onUnpin={(messageId) => pin({ messageId, pinned: false })} />
        </Section>
      )}
      {report.files && (
        <Section title="Files">
          <Files files={report.files} />
        </Section>
      )}
      {passages > 0 && last && (
        <Section title="Passages" about="Those that the answer cites stand below it.">
          <Button size="s" className={styles.more} onClick={() => links.onShow(last.messageId)}>
            Show the answer
          </Button>
        </Section>
      )}
      {report.recalled && (
        <Section title="From older messages" about="Passages of these messages that bear on yours went along.">
          <ul className={styles.list} aria-label="From older messages">
            {report.recalled.map(({ messageId, tokens }) => (
              <TurnRow key={messageId} {...links} messageId={messageId} tokens={tokens} />
            ))}
          </ul>
        </Section>
      )}
      {report.turns.length > 0 && <Turns {...links} report={report} />}
      {report.memories.length > 0 && <Memories ids={report.memories} onOpen={onMemories} />}
    </div>
  );
};

/** What was sent to the model with a reply, the summary of what was not, and the pinned messages, each with a link. */
export const ContextDialog = () => {
  const { close } = useHost();
  const { chatId, messageId, prompts } = useDialogInput(dialogs.chat.context);
  const { data, error, isFetching, refetch } = useChatContext(chatId, messageId);
  useFollowContext(chatId);
  return (
    <DialogBody title="Context" description="What Atrium reads when it writes a reply." onClose={() => close()}>
      {data ? (
        <Content
          chatId={chatId}
          context={data}
          prompts={new Map(prompts?.map((one) => [one.messageId, one.text]))}
          onShow={(message) => close({ message })}
          onMemories={() => close({ memories: true })}
          onStale={refetch}
        />
      ) : error && !isFetching ? (
        <FailureState
          title="Couldn’t load the context."
          text={messageOf(error, callFailed)}
          onRetry={() => void refetch()}
        />
      ) : (
        <div role="status" aria-label="Loading the context" className={styles.content}>
          <Skeleton lines={8} />
        </div>
      )}
    </DialogBody>
  );
};
