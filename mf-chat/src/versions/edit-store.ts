import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, combineLatest } from 'rxjs';
import { onPageEnd, saveDelay } from '../draft/page-end.ts';
import type { ChatRemote } from '../remote.ts';
import type { LiveMessage } from '../reply/reply.ts';
import { staysInMemory, type Thread } from '../thread/thread.ts';
import { editedId } from './version-of.ts';

/** The texts of the prompts that are being edited, by message id. */
export type Edits = ReadonlyMap<string, string>;

export interface EditStore {
  readonly edits$: Behavior<Edits>;
  /** Ids of sends that were not accepted yet, by `attemptOf`, so that a retry creates no second version. */
  readonly attempts: Map<string, string>;
  /** Typed text is saved after a delay, any other change at once. Without a text the edit ends. */
  readonly put: (messageId: string, text: string | undefined, typed?: boolean) => void;
  /**
   * Ids of messages whose edits may have been sent, as far as is known here: they are from before this screen, or were sent
   * without an answer. An edit whose text is changed is not one of them any more.
   */
  readonly uncertain: Set<string>;
}

/** Identifies what is sent in the place of a message. */
export const attemptOf = (messageId: string, text: string, model = ''): string => `${messageId} ${model} ${text}`;

type StoredEdit = readonly [messageId: string, text: string, sendId: string | null];

const isStoredEdit = (value: unknown): value is StoredEdit =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  typeof value[1] === 'string' &&
  (value[2] === null || typeof value[2] === 'string');

/** Reads stored edits and leaves out what is not valid. */
const parseEdits = (stored = '[]'): StoredEdit[] => {
  try {
    const list: unknown = JSON.parse(stored);
    return Array.isArray(list) ? list.filter(isStoredEdit) : [];
  } catch {
    return [];
  }
};

/** What outlives a screen: the chat may be left for another page of the product, and opened again. */
const createPageEdits = (key: string, stored: readonly StoredEdit[]) => ({
  /** The name in the storage. */
  key,
  edits$: new BehaviorSubject<Edits>(new Map(stored.map(([id, text]) => [id, text]))),
  attempts: new Map(stored.flatMap(([id, text, sendId]) => (sendId ? [[attemptOf(id, text), sendId] as const] : []))),
  /** Ids of messages whose edits are never stored. */
  memoryOnly: new Set<string>(),
});

const pages = new WeakMap<object, ReturnType<typeof createPageEdits>>();

const pageEditsOf = (storage: ChatRemote['storage'], key: string) => {
  const known = pages.get(storage);
  if (known?.key === key) return known;
  const page = createPageEdits(key, parseEdits(storage.session.get(key)));
  pages.set(storage, page);
  return page;
};

/** The id of the edit among `uncertain` that was sent after all: its text is the prompt of another version by now. */
const sentIn = (messages: readonly LiveMessage[], edits: Edits, uncertain: ReadonlySet<string>): string | undefined => {
  for (const { _id, prompt, sendId, versions = [] } of messages) {
    const sent = versions.find((id) => id !== _id && uncertain.has(id) && edits.get(id) === prompt);
    // While it is being sent from here, it may still be refused.
    if (sent !== undefined && sendId === undefined) return sent;
  }
  return undefined;
};

/**
 * The edits of a user, in session storage by message id. Those of secure and temporary chats are only in the memory of the
 * page. `onEditing` is called with whether the chat on the screen has one.
 */
export const createEditStore = (
  { storage, scope, session: { user$ } }: Pick<ChatRemote, 'storage' | 'scope' | 'session'>,
  thread$: Behavior<Thread>,
  onEditing: (editing: boolean) => void,
): EditStore => {
  const { session } = storage;
  const { key, edits$, attempts, memoryOnly } = pageEditsOf(storage, `edits.${user$.value?._id ?? ''}`);
  const uncertain = new Set(edits$.value.keys());
  let timer: ReturnType<typeof setTimeout> | undefined;

  const save = () => {
    clearTimeout(timer);
    const stored = [...edits$.value].flatMap(([id, text]) =>
      memoryOnly.has(id) ? [] : [[id, text, attempts.get(attemptOf(id, text))]],
    );
    if (stored.length > 0) session.set(key, JSON.stringify(stored));
    else session.remove(key);
  };
  const put: EditStore['put'] = (messageId, text, typed = false) => {
    const edits = new Map(edits$.value);
    if (text === undefined) edits.delete(messageId);
    else edits.set(messageId, text);
    uncertain.delete(messageId);
    edits$.next(edits);
    clearTimeout(timer);
    if (typed) timer = setTimeout(save, saveDelay);
    else save();
  };

  combineLatest([thread$, edits$])
    .pipe(scope.until())
    .subscribe(([thread, edits]) => {
      const sent = uncertain.size === 0 ? undefined : sentIn(thread.messages, edits, uncertain);
      if (sent !== undefined) return put(sent, undefined);
      const open = edits.size === 0 ? [] : thread.messages.flatMap((message) => editedId(message, edits) ?? []);
      onEditing(open.length > 0);
      if (!staysInMemory(thread) || open.every((id) => memoryOnly.has(id))) return;
      for (const id of open) memoryOnly.add(id);
      save();
    });
  onPageEnd(scope, save);
  scope.add(save);

  return { edits$, attempts, put, uncertain };
};
