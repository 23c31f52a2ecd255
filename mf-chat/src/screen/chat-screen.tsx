import { useBehavior } from '@atrium/shared-kernel/remote';
import { Button } from '@atrium/shared-kernel/ui/button';
import { FailureState } from '@atrium/shared-kernel/ui/failure-state';
import ArrowDown from 'lucide-react/icons/arrow-down';
import { useEffect, useRef } from 'react';
import { Composer } from '../composer/composer.tsx';
import { preloadMarkdown } from '../markdown/lazy-block.tsx';
import { MessageList } from '../messages/message-list.tsx';
import { useRemote } from '../remote.ts';
import { useStickToEnd } from '../scroll/use-stick-to-end.ts';
import { isWaiting } from '../thread/thread.ts';
import { Welcome } from '../welcome/welcome.tsx';
import { useAccess } from './access.ts';
import { Announcer } from './announcer.tsx';
import { JoinBar } from './join-bar.tsx';
import styles from './screen.module.css';
import { ThreadSkeleton } from './thread-skeleton.tsx';
import { useChat } from './use-chat.ts';

const lengthWarning = 'Your chat is getting long. Keeping chats focused helps deliver the best results.';

/** Welcome or thread, and below it the composer or the ways to join. */
export const ChatScreen = () => {
  const { layout, navigation, session } = useRemote();
  const { thread: model, draft, title$ } = useChat();
  const thread = useBehavior(model.thread$);
  const selection = useBehavior(model.selection$);
  const user = useBehavior(session.user$);
  const text = useBehavior(draft.draft$);
  const title = useBehavior(title$);
  const access = useAccess();
  const input = useRef<HTMLTextAreaElement>(null);
  const { box, content, atEnd, onScroll, toEnd } = useStickToEnd(thread.key);
  const empty = thread.messages.length === 0;
  const fresh = thread.chatId === undefined && empty;

  const typing = text !== '';
  useEffect(() => {
    if (typing) preloadMarkdown();
  }, [typing]);

  const send = async (prompt: string) => {
    draft.write('');
    const sent = model.send(prompt);
    toEnd();
    if (!(await sent)) draft.restore(prompt);
  };
  const start = (starter: string) => {
    if (access !== 'premium') return navigation.navigate(access === 'free' ? '/subscribe' : '/auth/signup');
    draft.write(starter);
    input.current?.focus();
  };
  const memory = () => (user ? layout.setBar('right', true) : navigation.navigate('/auth/signup'));
  const greeting = user?.firstName ? `How can I help, ${user.firstName}?` : 'How can I help?';

  return (
    <div className={styles.screen}>
      <header className={styles.edge}>
        <div className={`${styles.column} ${styles.header}`}>{!fresh && <h1 className={styles.title}>{title}</h1>}</div>
      </header>
      <div className={styles.middle}>
        <div ref={box} className={styles.scroll} onScroll={onScroll}>
          <div ref={content} className={fresh ? styles.fill : `${styles.column} ${styles.thread}`}>
            {fresh && (
              <Welcome
                title={selection.agentTitle ?? selection.tagName ?? greeting}
                text={selection.agentTitle ? selection.agentWelcome : 'Ask, draft, compare, decide.'}
                onStarter={start}
                onMemory={memory}
              />
            )}
            {!fresh && empty && thread.load === 'failed' && (
              <FailureState title="Failed to get chat messages." onRetry={model.reload} />
            )}
            {empty && thread.load === 'loading' && <ThreadSkeleton />}
            {!empty && <MessageList messages={thread.messages} />}
          </div>
        </div>
        {!fresh && !atEnd && (
          <Button className={styles.jump} size="s" icon={<ArrowDown />} onClick={() => toEnd('smooth')}>
            Jump to newest
          </Button>
        )}
      </div>
      <footer className={styles.edge}>
        <div className={`${styles.column} ${styles.bottom}`}>
          {thread.lengthWarning && <p className={styles.warning}>{lengthWarning}</p>}
          {access === 'premium' && (
            <Composer
              text={text}
              streaming={isWaiting(thread)}
              ready={thread.load === 'ready'}
              inputRef={input}
              onType={draft.write}
              onSend={(prompt) => void send(prompt)}
              onStop={model.stop}
            />
          )}
          {(access === 'visitor' || access === 'free') && <JoinBar visitor={access === 'visitor'} />}
        </div>
      </footer>
      <Announcer message={thread.messages.at(-1)} />
    </div>
  );
};
