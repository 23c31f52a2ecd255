import { DropArea } from '@atrium/shared-kernel/drops/drop-area';
import { useBehavior } from '@atrium/shared-kernel/remote';
import { Suspense, useRef, type ChangeEvent, type RefObject } from 'react';
import { ComposerActions } from '../added/slots.tsx';
import { ComposerPanel } from '../composer/composer-panel.tsx';
import { useHost } from '../remote.ts';
import { useStickToEnd } from '../scroll/use-stick-to-end.ts';
import type { CardName } from '../welcome/cards.ts';
import { useAccess } from './access.ts';
import { Content, Header, type PartProps } from './chat-content.tsx';
import { JoinBar } from './join-bar.tsx';
import {
  ChatNote,
  ContextGauge,
  preloadMessages,
  QueuedMessages,
  TemporarySwitch,
  usePreload,
} from './message-parts.ts';
import { ScreenLayout } from './screen-layout.tsx';
import styles from './screen.module.css';
import { useChat } from './use-chat.ts';
import { useComposerKeys } from './use-composer-keys.ts';
import { scrollOf, viewOf } from './view.ts';
import { Button } from '@atrium/shared-kernel/ui/button';
import ArrowDown from 'lucide-react/icons/arrow-down';

const JumpToEnd = ({ onClick }: { readonly onClick: () => void }) => (
  <Button className={styles.jump} size="s" icon={<ArrowDown />} onClick={onClick}>
    Jump to newest
  </Button>
);

const lengthWarning = 'Your chat is getting long. Keeping chats focused helps deliver the best results.';

/** What the file picker offers first. Dropped and pasted files are validated in the same way. */
const choosable = 'image/*,.heic,.heif,text/*,.pdf,.docx,.pptx,.xlsx,.xml,.json,.md,.csv,.yaml,.yml,.ts,.tsx,.py,.sh';

/** The region is rendered before it has messages, so that screen readers announce them. */
const Queue = ({ chat: { queue, thread, drafts }, input }: Pick<WritingProps, 'chat' | 'input'>) => {
  const queued = useBehavior(queue.queued$);
  const waiting = useBehavior(thread.waiting$);
  return (
    <div role="status" aria-label="Queued messages">
      <Suspense fallback={null}>
        {(queued.length > 0 || waiting) && (
          <QueuedMessages queued={queued} waiting={waiting} drafts={drafts} inputRef={input} onCancel={queue.cancel} />
        )}
      </Suspense>
    </div>
  );
};

interface OverProps extends Pick<PartProps, 'thread' | 'view'> {
  readonly model: ReturnType<typeof useChat>['thread'];
  readonly settled: boolean;
  readonly atEnd: boolean;
  readonly toEnd: (how: 'smooth') => void;
}

/** Shown over the content: the switch for a temporary chat in a new one, else the button that jumps to the end. */
const Over = ({ thread: { temporary }, view: { fresh, plain }, model, settled, atEnd, toEnd }: OverProps) => {
  if (!fresh) return atEnd ? null : <JumpToEnd onClick={() => toEnd('smooth')} />;
  return <Suspense fallback={null}>{settled && plain && <TemporarySwitch on={temporary} model={model} />}</Suspense>;
};

interface WritingProps extends Pick<PartProps, 'chat' | 'thread' | 'selection' | 'view'> {
  readonly input: RefObject<HTMLTextAreaElement | null>;
  readonly chooser: RefObject<HTMLInputElement | null>;
  readonly toEnd: () => void;
}

/** The queued messages, and the composer with all that belongs to it. */
const Writing = ({ chat, thread, selection, view: { shared, empty, fresh }, ...others }: WritingProps) => {
  const { input, chooser, toEnd } = others;
  const { thread: model, composer, drafts } = chat;
  // The chat will use the model of what is sent before the next message.
  const queued = useBehavior(chat.queue.queued$).findLast((draft) => draft.model);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    composer.attach([...(event.target.files ?? [])]);
    // Reset, so that the same file can be chosen again after it was removed.
    event.target.value = '';
    input.current?.focus();
  };
  return (
    <>
      <Suspense fallback={null}>
        {(thread.temporary || (shared && thread.load === 'ready')) && <ChatNote thread={thread} model={model} />}
      </Suspense>
      <input ref={chooser} type="file" hidden multiple accept={choosable} onChange={choose} />
      <Queue chat={chat} input={input} />
      <ComposerActions key={thread.key} thread={thread} drafts={drafts} inputRef={input} />
      <ComposerPanel
        thread={queued ? { ...thread, model: queued.model } : thread}
        agent={fresh ? selection.flow : thread.flow}
        drafts={drafts}
        model={composer}
        inputRef={input}
        gauge={!empty && !shared && <ContextGauge chat={chat} thread={thread} />}
        onChoose={() => chooser.current?.click()}
        onTyped={model.typed}
        onSent={toEnd}
        onStop={model.stop}
      />
    </>
  );
};

/** The welcome or the thread, and below it the composer or the links to join. */
export const ChatScreen = () => {
  const { layout, navigation, session } = useHost();
  const chat = useChat();
  const { thread: model, composer, found } = chat;
  const thread = useBehavior(chat.viewState$);
  const selection = useBehavior(model.selection$);
  const user = useBehavior(session.user$);
  const access = useAccess();
  const premium = access === 'premium';
  const writable = premium && thread.load !== 'gone';
  const input = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const view = viewOf(thread, selection, access);
  const { box, content, atEnd, onScroll, toEnd, scroll } = useStickToEnd(...scrollOf(thread, view));
  useComposerKeys(chat, input, premium, view.plain);

  const settled = usePreload(thread.load === 'loading', premium);

  const start = (card: CardName) => {
    if (card === 'Memory' && user) layout.setBar('right', true);
    else if (!premium) navigation.navigate(access === 'free' ? '/subscribe' : '/auth/signup');
    else if (card === 'Upload') chooser.current?.click();
    else {
      composer.turnOn(card === 'Research' ? 'research' : 'image');
      input.current?.focus();
    }
  };
  const part = { chat, thread, selection, view };

  return (
    <DropArea className={styles.screen} model={chat.drop} enabled={writable} onFiles={composer.attach}>
      <ScreenLayout
        header={<Header {...part} />}
        fill={view.plain}
        box={box}
        content={content}
        onScroll={onScroll}
        over={<Over {...{ thread, view, model, settled, atEnd, toEnd }} />}
        onInput={preloadMessages}
        bottom={
          <>
            {thread.lengthWarning && <p className={styles.warning}>{lengthWarning}</p>}
            {writable && <Writing {...part} {...{ input, chooser, toEnd }} />}
            {(access === 'visitor' || access === 'free') && <JoinBar visitor={access === 'visitor'} />}
          </>
        }
      >
        <Content {...part} access={access} scroller={box} scroll={scroll} onCard={start} input={input} toEnd={toEnd} />
      </ScreenLayout>
      <div className={styles.unseen} aria-live="polite">
        {useBehavior(found.announcement$)}
      </div>
    </DropArea>
  );
};
