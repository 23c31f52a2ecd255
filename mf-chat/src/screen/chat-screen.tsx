import { lazyPart, useBehavior } from '@atrium/shared-kernel/remote';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { type ChangeEvent, type RefObject, Suspense, useRef } from 'react';
import { ComposerActions, WelcomeCards } from '../added/places.tsx';
import { DropArea } from '../attachments/drop-area.tsx';
import { ComposerPanel } from '../composer/composer-panel.tsx';
import { useHost } from '../remote.ts';
import { useStickToEnd } from '../scroll/use-stick-to-end.ts';
import type { Selection } from '../thread/selection.ts';
import type { Thread } from '../thread/thread.ts';
import { VersionsContext } from '../versions/versions-context.ts';
import type { CardName } from '../welcome/cards.ts';
import { QuestionSpace, Welcome } from '../welcome/welcome.tsx';
import { type Access, useAccess } from './access.ts';
import { greeting, invitation } from './greeting.ts';
import { JoinBar } from './join-bar.tsx';
import { JumpToEnd } from './jump-to-end.tsx';
import {
  ChatNote,
  ContextGauge,
  LiveMessages,
  preloadMessages,
  QueuedMessages,
  TemporarySwitch,
  ThreadHead,
  usePreload,
} from './message-parts.ts';
import { ScreenLayout } from './screen-layout.tsx';
import styles from './screen.module.css';
import { ThreadSkeleton } from './thread-skeleton.tsx';
import { useChat } from './use-chat.ts';
import { useComposerKeys } from './use-composer-keys.ts';
import { useEndAfterReplacement } from './use-end-after-replacement.ts';
import { scrollOf, type View, viewOf } from './view.ts';

const lengthWarning = 'Your chat is getting long. Keeping chats focused helps deliver the best results.';

/** The chats of a collection come with the first one that is selected. */
const CollectionView = lazyPart(async () => ({
  default: (await import('../collection/collection-view.tsx')).CollectionView,
}));

/** For whoever cannot chat yet: a field for a first question, and what Atrium is. */
const loadVisitorPanel = () => import('../welcome/visitor-panel.tsx');
const FirstQuestion = lazyPart(async () => ({ default: (await loadVisitorPanel()).FirstQuestion }));
const AboutAtrium = lazyPart(async () => ({ default: (await loadVisitorPanel()).AboutAtrium }));

/** Parts that few chats have: they come in one file. */
const loadRareParts = () => import(/* webpackChunkName: "rare-parts" */ './rare-parts.tsx');
/** Whose answers these are, where an agent answers. */
const AgentBanner = lazyPart(async () => ({ default: (await loadRareParts()).AgentBanner }));
const SharedGone = lazyPart(async () => ({ default: (await loadRareParts()).SharedGone }));
/** The end of an interview about an agent. */
const AgentReady = lazyPart(async () => ({ default: (await loadRareParts()).AgentReady }));

/** What the choice of files offers first; what is dropped or pasted is judged the same. */
const choosable = 'image/*,.heic,.heif,text/*,.pdf,.docx,.pptx,.xlsx,.xml,.json,.md,.csv,.yaml,.yml,.ts,.tsx,.py,.sh';

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
    <>
      {(!fresh || guided) && (
        <h1 dir="auto" className={styles.title}>
          {title || (guided ? 'New agent' : named && (thread.temporary ? 'Temporary chat' : 'Untitled chat'))}
        </h1>
      )}
      <Suspense fallback={null}>
        {!fresh && <ThreadHead thread={thread} />}
        {flow !== undefined && (
          <AgentBanner flow={flow} title={flow === selection.flow ? selection.agentTitle : undefined} />
        )}
      </Suspense>
    </>
  );
};

interface ContentProps extends PartProps {
  readonly access: Access;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly scroll: ReturnType<typeof useStickToEnd>['scroll'];
  readonly onCard: (card: CardName) => void;
  readonly input: RefObject<HTMLTextAreaElement | null>;
}

/** The welcome, the chats of a collection, or the messages. */
const Content = ({ chat, thread, selection, view, access, scroller, scroll, onCard, input }: ContentProps) => {
  const { thread: model, found, report, versions } = chat;
  const { shared, empty, fresh, collection, guided, plain, drafted } = view;
  const user = useBehavior(useHost().session.user$);
  const reveal = useBehavior(found.found$);
  const outside = access === 'visitor' || access === 'free';
  return (
    <>
      {collection && (
        <Suspense fallback={<ThreadSkeleton />}>
          <CollectionView key={collection._id} tag={collection} scroller={scroller} />
        </Suspense>
      )}
      {plain && (
        <Welcome
          title={selection.agentTitle ?? greeting(user?.firstName)}
          text={selection.agentTitle ? selection.agentWelcome : invitation}
          onCard={onCard}
          more={access === 'premium' && <WelcomeCards drafts={chat.drafts} inputRef={input} />}
          question={
            outside && (
              <Suspense fallback={<QuestionSpace />}>
                <FirstQuestion visitor={access === 'visitor'} />
              </Suspense>
            )
          }
          about={
            outside && (
              <Suspense fallback={null}>
                <AboutAtrium />
              </Suspense>
            )
          }
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
              onLook={found.look}
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

interface OverProps extends Pick<PartProps, 'thread' | 'view'> {
  readonly model: ReturnType<typeof useChat>['thread'];
  readonly settled: boolean;
  readonly atEnd: boolean;
  readonly toEnd: (how: 'smooth') => void;
}

/** What stands above the content: in a new chat whether it is to stay, else the way to the end. */
const Over = ({ thread: { temporary }, view: { fresh, plain }, model, settled, atEnd, toEnd }: OverProps) => {
  if (!fresh) return atEnd ? null : <JumpToEnd onClick={() => toEnd('smooth')} />;
  return <Suspense fallback={null}>{settled && plain && <TemporarySwitch on={temporary} model={model} />}</Suspense>;
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
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    composer.attach([...(event.target.files ?? [])]);
    // The same file can be chosen again after it was removed.
    event.target.value = '';
    input.current?.focus();
  };
  const part = { chat, thread, selection, view };

  return (
    <DropArea className={styles.screen} model={chat.drop} enabled={premium} onFiles={composer.attach}>
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
            {premium && thread.load !== 'gone' && (
              <>
                <Suspense fallback={null}>
                  {(thread.temporary || (shared && thread.load === 'ready')) && (
                    <ChatNote thread={thread} model={model} />
                  )}
                </Suspense>
                <input ref={chooser} type="file" hidden multiple accept={choosable} onChange={choose} />
                <Queue chat={chat} />
                <ComposerActions key={thread.key} thread={thread} drafts={chat.drafts} inputRef={input} />
                <ComposerPanel
                  thread={thread}
                  drafts={chat.drafts}
                  model={composer}
                  inputRef={input}
                  gauge={!view.empty && !shared && <ContextGauge chat={chat} thread={thread} />}
                  onChoose={() => chooser.current?.click()}
                  onTyped={model.typed}
                  onSent={toEnd}
                  onStop={model.stop}
                />
              </>
            )}
            {(access === 'visitor' || access === 'free') && <JoinBar visitor={access === 'visitor'} />}
          </>
        }
      >
        <Content {...part} access={access} scroller={box} scroll={scroll} onCard={start} input={input} />
      </ScreenLayout>
      <div className={styles.unseen} aria-live="polite">
        {useBehavior(found.said$)}
      </div>
    </DropArea>
  );
};
