import { lazyPart, useBehavior } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import ArrowDown from 'lucide-react/icons/arrow-down';
import { type ChangeEvent, type RefObject, Suspense, useEffect, useRef } from 'react';
import { DropArea } from '../attachments/drop-area.tsx';
import { ComposerPanel } from '../composer/composer-panel.tsx';
import { useHost } from '../remote.ts';
import { useStickToEnd } from '../scroll/use-stick-to-end.ts';
import type { Selection } from '../thread/selection.ts';
import type { Thread } from '../thread/thread.ts';
import { VersionsContext } from '../versions/versions-context.ts';
import type { VersionsModel } from '../versions/versions.model.ts';
import type { CardName } from '../welcome/cards.ts';
import { Welcome } from '../welcome/welcome.tsx';
import { type Access, useAccess } from './access.ts';
import { JoinBar } from './join-bar.tsx';
import { ContinueNote, LiveMessages, loadMessages, QueuedMessages, ThreadHead } from './message-parts.ts';
import styles from './screen.module.css';
import { ThreadSkeleton } from './thread-skeleton.tsx';
import { useChat } from './use-chat.ts';
import { useComposerKeys } from './use-composer-keys.ts';

const lengthWarning = 'Your chat is getting long. Keeping chats focused helps deliver the best results.';

/** The chats of a collection come with the first one that is selected. */
const CollectionView = lazyPart(async () => ({
  default: (await import('../collection/collection-view.tsx')).CollectionView,
}));

/** Parts that few chats have: they come in one file. */
const loadRareParts = () => import(/* webpackChunkName: "rare-parts" */ './rare-parts.ts');
/** Whose answers these are, where an agent answers. */
const AgentBanner = lazyPart(async () => ({ default: (await loadRareParts()).AgentBanner }));
const SharedGone = lazyPart(async () => ({ default: (await loadRareParts()).SharedGone }));
/** The end of an interview about an agent. */
const AgentReady = lazyPart(async () => ({ default: (await loadRareParts()).AgentReady }));

/** What the choice of files offers first; what is dropped or pasted is judged the same. */
const choosable = 'image/*,.heic,.heif,text/*,.pdf,.docx,.pptx,.xlsx,.xml,.json,.md,.csv,.yaml,.yml,.ts,.tsx,.py,.sh';

/** What the screen shows: a chat, an empty one, one of a collection, or an interview about an agent. */
const viewOf = (thread: Thread, selection: Selection, access: Access) => {
  const shared = thread.shareId !== undefined;
  const empty = thread.messages.length === 0;
  const fresh = thread.chatId === undefined && !shared && empty;
  const collection = fresh && !thread.fn ? selection.tag : undefined;
  const guided = access === 'premium' && thread.fn !== undefined && (fresh || !empty);
  const plain = fresh && !collection && !guided;
  const drafted = guided ? thread.messages.findLast(({ context, pending }) => context && !pending) : undefined;
  return { shared, empty, fresh, collection, guided, plain, drafted };
};

type View = ReturnType<typeof viewOf>;

/** What is scrolled, and where it begins: a chat at its end, all else at its start. */
const scrollOf = ({ key }: Thread, { shared, collection, plain }: View, premium: boolean) => {
  // The welcome is longer than the screen for whoever cannot chat yet.
  const other = collection?._id ?? (plain && !premium ? 'welcome' : undefined);
  const begins = shared || other !== undefined ? 'start' : 'end';
  return [other === undefined ? key : `${key} ${other}`, begins] as const;
};

interface PartProps {
  readonly chat: ReturnType<typeof useChat>;
  readonly thread: Thread;
  readonly selection: Selection;
  readonly view: View;
}

const Header = ({ chat, thread, selection, view: { fresh, guided, plain } }: PartProps) => {
  const title = useBehavior(chat.title$);
  const flow = plain ? selection.flow : thread.flow;
  // While the first answer comes, so does the name.
  const named = thread.load === 'ready' && !thread.messages.some(({ pending }) => pending);
  return (
    <header className={styles.edge}>
      <div className={`${styles.column} ${styles.header}`}>
        {(!fresh || guided) && (
          <h1 dir="auto" className={styles.title}>
            {title || (guided ? 'New agent' : named && 'Untitled chat')}
          </h1>
        )}
        <Suspense fallback={null}>
          {!fresh && <ThreadHead thread={thread} />}
          {flow !== undefined && (
            <AgentBanner flow={flow} title={flow === selection.flow ? selection.agentTitle : undefined} />
          )}
        </Suspense>
      </div>
    </header>
  );
};

interface ContentProps extends PartProps {
  readonly access: Access;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly scroll: ReturnType<typeof useStickToEnd>['scroll'];
  readonly onCard: (card: CardName) => void;
}

/** The welcome, the chats of a collection, or the messages. */
const Content = ({ chat, thread, selection, view, access, scroller, scroll, onCard }: ContentProps) => {
  const { thread: model, found, report, versions } = chat;
  const { shared, empty, fresh, collection, guided, plain, drafted } = view;
  const user = useBehavior(useHost().session.user$);
  const reveal = useBehavior(found.found$);
  const greeting = user?.firstName ? `How can I help, ${user.firstName}?` : 'How can I help?';
  return (
    <>
      {collection && (
        <Suspense fallback={<ThreadSkeleton />}>
          <CollectionView key={collection._id} tag={collection} scroller={scroller} />
        </Suspense>
      )}
      {plain && (
        <Welcome
          title={selection.agentTitle ?? greeting}
          text={selection.agentTitle ? selection.agentWelcome : 'Ask, draft, compare, decide.'}
          onCard={onCard}
          access={access}
        />
      )}
      {!fresh && empty && thread.load === 'failed' && (
        <FailureState
          title={shared ? 'Failed to get shared chat.' : 'Failed to get chat messages.'}
          text={thread.failure}
          onRetry={model.reload}
        />
      )}
      {thread.load === 'gone' && (
        <Suspense fallback={<ThreadSkeleton />}>
          <SharedGone />
        </Suspense>
      )}
      {empty && thread.load === 'loading' && <ThreadSkeleton />}
      {(!empty || guided) && (
        <VersionsContext value={access === 'premium' && !shared ? versions : undefined}>
          <Suspense fallback={<ThreadSkeleton />}>
            <LiveMessages
              model={model}
              guided={guided}
              scroll={scroll}
              reveal={reveal}
              onReveal={found.arrive}
              onReport={shared ? undefined : report}
            />
            {drafted && <AgentReady key={drafted.key} message={drafted} />}
          </Suspense>
        </VersionsContext>
      )}
    </>
  );
};

/** The region is there before its messages, so that screen readers notice them. */
const Queue = ({ chat: { queue, thread, drafts } }: Pick<PartProps, 'chat'>) => {
  const queued = useBehavior(queue.queued$);
  const waiting = useBehavior(thread.waiting$);
  return (
    <div role="status" aria-label="Queued messages">
      <Suspense fallback={null}>
        {(queued.length > 0 || waiting) && (
          <QueuedMessages queued={queued} waiting={waiting} drafts={drafts} onCancel={queue.cancel} />
        )}
      </Suspense>
    </div>
  );
};

/** Shows the end once a message was replaced, and puts the focus of the editor that is gone there. */
const useEndAfterReplacement = (
  { replaced$ }: VersionsModel,
  input: RefObject<HTMLTextAreaElement | null>,
  toEnd: () => void,
) => {
  const replaced = useBehavior(replaced$);
  useEffect(() => {
    if (replaced === 0) return;
    toEnd();
    const page = input.current?.ownerDocument;
    if (page && page.activeElement === page.body) input.current?.focus({ preventScroll: true });
  }, [replaced, input, toEnd]);
};

/** Welcome or thread, and below it the composer or the ways to join. */
export const ChatScreen = () => {
  const { layout, navigation, session } = useHost();
  const chat = useChat();
  const { thread: model, composer, found } = chat;
  const thread = useBehavior(chat.frame$);
  const selection = useBehavior(model.selection$);
  const user = useBehavior(session.user$);
  const access = useAccess();
  const premium = access === 'premium';
  const input = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const view = viewOf(thread, selection, access);
  const { shared } = view;
  const { box, content, atEnd, onScroll, toEnd, scroll } = useStickToEnd(...scrollOf(thread, view, premium));
  useEndAfterReplacement(chat.versions, input, toEnd);
  useComposerKeys(chat, input, premium, view.plain);

  useEffect(() => {
    // While the messages are on their way.
    if (thread.load === 'loading') void loadMessages();
  }, [thread.load]);

  const start = (card: CardName) => {
    if (card === 'Memory' && user) layout.setBar('right', true);
    else if (!premium) navigation.navigate(access === 'free' ? '/subscribe' : '/auth/signup');
    else if (card === 'Upload') chooser.current?.click();
    else {
      composer.turnOn(card === 'Research' ? 'research' : 'image');
      input.current?.focus();
    }
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    composer.attach([...(event.target.files ?? [])]);
    // The same file can be chosen again after it was removed.
    event.target.value = '';
    input.current?.focus();
  };
  const part = { chat, thread, selection, view };

  return (
    <DropArea className={styles.screen} model={chat.drop} enabled={premium} onFiles={composer.attach}>
      <Header {...part} />
      <div className={styles.middle}>
        <div ref={box} className={styles.scroll} onScroll={onScroll}>
          <div ref={content} className={view.plain ? styles.fill : `${styles.column} ${styles.thread}`}>
            <Content {...part} access={access} scroller={box} scroll={scroll} onCard={start} />
          </div>
        </div>
        {!view.fresh && !atEnd && (
          <Button className={styles.jump} size="s" icon={<ArrowDown />} onClick={() => toEnd('smooth')}>
            Jump to newest
          </Button>
        )}
      </div>
      <footer className={styles.edge} onInput={() => void loadMessages()}>
        <div className={`${styles.column} ${styles.bottom}`}>
          {thread.lengthWarning && <p className={styles.warning}>{lengthWarning}</p>}
          {premium && thread.load !== 'gone' && (
            <>
              <Suspense fallback={null}>{shared && thread.load === 'ready' && <ContinueNote />}</Suspense>
              <input ref={chooser} type="file" hidden multiple accept={choosable} onChange={choose} />
              <Queue chat={chat} />
              <ComposerPanel
                thread={thread}
                drafts={chat.drafts}
                model={composer}
                inputRef={input}
                onChoose={() => chooser.current?.click()}
                onTyped={model.typed}
                onSent={toEnd}
                onStop={model.stop}
              />
            </>
          )}
          {(access === 'visitor' || access === 'free') && <JoinBar visitor={access === 'visitor'} />}
        </div>
      </footer>
      <div className={styles.unseen} aria-live="polite">
        {useBehavior(found.said$)}
      </div>
    </DropArea>
  );
};
