import * as calls from '@atrium/shared-kernel/contracts/calls';
import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { isFailure } from '@atrium/shared-kernel/failure';
import { useBehavior } from '@atrium/shared-kernel/remote';
import MessageCircleDashed from 'lucide-react/icons/message-circle-dashed';
import { useEffect } from 'react';
import { BehaviorSubject } from 'rxjs';
import { useHost } from '../remote.ts';
import type { ThreadModel } from '../thread/thread.model.ts';
import styles from './shared-parts.module.css';

/** Milliseconds between two calls that keep the chat alive. Without one for an hour the service deletes it. */
const reportInterval = 20 * 60_000;
const endedText = 'This temporary chat has ended.';

interface SwitchProps {
  readonly on: boolean;
  readonly model: Pick<ThreadModel, 'setTemporary' | 'waiting$'>;
}

const none$ = new BehaviorSubject<readonly unknown[]>([]);

/** Switches whether the new chat is temporary. A message that waits for the network begins one that stays. */
export const TemporarySwitch = ({ on, model }: SwitchProps) => {
  const waiting = useBehavior(model.waiting$);
  if (useBehavior<readonly unknown[]>(waiting?.drafts$ ?? none$).length > 0) return null;
  return (
    <button
      type="button"
      className={styles.temporary}
      aria-label="Temporary chat"
      aria-pressed={on}
      title="Temporary chat"
      onClick={() => model.setTemporary(!on)}
    >
      <MessageCircleDashed aria-hidden />
      <span>Temporary</span>
    </button>
  );
};

/**
 * Keeps a temporary chat alive while it is shown. The service deletes it a minute after it was left or its window was
 * closed.
 */
const useReportOpen = (chatId: string | undefined) => {
  const { alerts, client, scope } = useHost();
  useEffect(() => {
    if (chatId === undefined) return undefined;
    let ended = false;
    const report = (open: boolean) =>
      client.call(calls.chat.keepChat, { chatId, open }, { keepalive: !open }).catch((error: unknown) => {
        // After other failures the next call comes in time, or the chat ends after its hour.
        if (ended || !open || !isFailure(error, calls.chat.keepChat, 'unknown-chat')) return;
        ended = true;
        alerts.show({ message: endedText, type: 'error', time: toastTimes.medium });
      });
    // The end of a chat is reported once, and then no more calls are made for it.
    const open = () => void (ended || report(true));
    const close = () => void (ended || report(false));
    open();
    const timer = setInterval(open, reportInterval);
    globalThis.addEventListener('pagehide', close);
    globalThis.addEventListener('pageshow', open);
    return () => {
      clearInterval(timer);
      globalThis.removeEventListener('pagehide', close);
      globalThis.removeEventListener('pageshow', open);
      // Users who open another page of the product, for example their subscription, usually return within the hour.
      if (!scope.signal.aborted) close();
    };
  }, [chatId, alerts, client, scope]);
};

interface NoteProps {
  readonly chatId: string | undefined;
  readonly model: Pick<ThreadModel, 'setTemporary'>;
}

/**
 * Until the chat has started or was left, the tab stores the user for whom the new chat is temporary. The choice does
 * not apply to another user.
 */
const useStoredChoice = (begins: boolean, { setTemporary }: NoteProps['model']) => {
  const { session, storage } = useHost();
  const user = useBehavior(session.user$)?._id;
  useEffect(() => {
    if (!begins || user === undefined) return undefined;
    if ((storage.session.get('temporary') ?? user) !== user) setTemporary(false);
    storage.session.set('temporary', user);
    return () => storage.session.remove('temporary');
  }, [begins, user, storage, setTemporary]);
};

/** Says what a temporary chat is, above its composer. */
export const TemporaryNote = ({ chatId, model }: NoteProps) => {
  useReportOpen(chatId);
  useStoredChoice(chatId === undefined, model);
  return (
    <p className={styles.note} role="status">
      <strong>Temporary chat</strong> It isn’t added to your chats or memories, and it’s gone once you leave it.
    </p>
  );
};
