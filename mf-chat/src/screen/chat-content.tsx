import { lazyPart, useBehavior } from '@atrium/shared-kernel/remote';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import { sharedChatFailed } from '@atrium/shared-kernel/contracts/sentences';
import { type RefObject, Suspense, useEffect } from 'react';
import { WelcomeCards } from '../added/slots.tsx';
import { useHost } from '../remote.ts';
import type { useStickToEnd } from '../scroll/use-stick-to-end.ts';
import type { Selection } from '../thread/selection.ts';
import type { Thread } from '../thread/thread.ts';
import type { CardName } from '../welcome/cards.ts';
import { QuestionPlaceholder, Welcome } from '../welcome/welcome.tsx';
import { type Access } from './access.ts';
import { invitation } from './greeting.ts';
import { GreetingTitle } from './greeting-title.tsx';
import { LiveMessages, ThreadHead } from './message-parts.ts';
import styles from './screen.module.css';
import { ThreadSkeleton } from './thread-skeleton.tsx';
import type { useChat } from './use-chat.ts';
import { messagesFailed, type View } from './view.ts';

/** Loaded when the first collection is selected. */
const CollectionView = lazyPart(async () => ({
  default: (await import('../collection/collection-view.tsx')).CollectionView,
}));

/** For visitors and users without a plan: a field for a first question, and what Atrium is. */
const loadVisitorPanel = () => import('../welcome/visitor-panel.tsx');
const FirstQuestion = lazyPart(async () => ({ default: (await loadVisitorPanel()).FirstQuestion }));
const AboutAtrium = lazyPart(async () => ({ default: (await loadVisitorPanel()).AboutAtrium }));

/** Parts that few chats have share one chunk. */
const loadRareParts = () => import(/* webpackChunkName: "rare-parts" */ './rare-parts.tsx');
/** Names the agent that answers, if one does. */
const AgentBanner = lazyPart(async () => ({ default: (await loadRareParts()).AgentBanner }));
const SharedChatUnavailable = lazyPart(async () => ({ default: (await loadRareParts()).SharedChatUnavailable }));
const UnknownChat = lazyPart(async () => ({ default: (await loadRareParts()).UnknownChat }));
/** The end of an interview about an agent. */
const AgentReady = lazyPart(async () => ({ default: (await loadRareParts()).AgentReady }));

export interface PartProps {
  readonly chat: ReturnType<typeof useChat>;
  readonly thread: Thread;
  readonly selection: Selection;
  readonly view: View;
}

export const Header = ({ chat, thread, selection, view: { empty, fresh, guided, plain } }: PartProps) => {
  const title = useBehavior(chat.title$);
  const flow = plain ? selection.flow : thread.flow;
  // The name of a new chat arrives while its first answer streams.
  const named = thread.load === 'ready' && !thread.messages.some(({ pending }) => pending);
  // Of a chat that did not load there is nothing to name, export or share.
  const missing = empty && (thread.load === 'failed' || thread.load === 'gone');
  if (missing && !title) return null;
  return (
    <>
      {(!fresh || guided) && (
        <h1 dir="auto" className={styles.title}>
          {title || (guided ? 'New agent' : named && (thread.temporary ? 'Temporary chat' : 'Untitled chat'))}
        </h1>
      )}
      <Suspense fallback={null}>
        {!fresh && !missing && <ThreadHead thread={thread} />}
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
  readonly toEnd: () => void;
}

/**
 * The welcome of Atrium or of an agent. For users without a plan it also has a field for a first question, and says
 * what Atrium is.
 */
const Greeting = ({ chat, selection, access, onCard, input }: ContentProps) => {
  const user = useBehavior(useHost().session.user$);
  const outside = access === 'visitor' || access === 'free';
  return (
    <Welcome
      title={selection.agentTitle ?? <GreetingTitle firstName={user?.firstName} />}
      text={selection.agentTitle ? selection.agentWelcome : invitation}
      onCard={onCard}
      more={access === 'premium' && <WelcomeCards drafts={chat.drafts} inputRef={input} />}
      question={
        outside && (
          <Suspense fallback={<QuestionPlaceholder />}>
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
  );
};

/** The welcome, the chats of a collection, or the messages. */
export const Content = (props: ContentProps) => {
  const { chat, thread, view, access, scroller, scroll, input, toEnd } = props;
  const { thread: model, found, report } = chat;
  const { shared, empty, fresh, collection, guided, plain, drafted } = view;
  const reveal = useBehavior(found.target$);
  // While the chat is being fetched, so that a broken link says so with the answer.
  useEffect(() => {
    if (shared) loadRareParts().catch(() => undefined);
  }, [shared]);
  return (
    <>
      {collection && (
        <Suspense fallback={<ThreadSkeleton />}>
          <CollectionView key={collection._id} tag={collection} scroller={scroller} />
        </Suspense>
      )}
      {plain && <Greeting {...props} />}
      {!fresh &&
        empty &&
        thread.load === 'failed' &&
        (thread.unknown ? (
          <Suspense fallback={<ThreadSkeleton />}>
            <UnknownChat chatId={thread.chatId} text={thread.failure} onRestored={model.reload} />
          </Suspense>
        ) : (
          <FailureState
            title={shared ? sharedChatFailed : messagesFailed}
            text={thread.failure}
            onRetry={model.reload}
          />
        ))}
      {thread.load === 'gone' && (
        <Suspense fallback={<ThreadSkeleton />}>
          <SharedChatUnavailable />
        </Suspense>
      )}
      {empty && thread.load === 'loading' && <ThreadSkeleton />}
      {(!empty || guided) && (
        <Suspense fallback={<ThreadSkeleton />}>
          <LiveMessages
            chat={chat}
            editable={access === 'premium' && !shared}
            guided={guided}
            scroll={scroll}
            reveal={reveal}
            onReveal={found.markShown}
            onChoose={found.choose}
            onReport={shared ? undefined : report}
            input={input}
            toEnd={toEnd}
          />
          {drafted && <AgentReady key={drafted.key} message={drafted} />}
        </Suspense>
      )}
    </>
  );
};
