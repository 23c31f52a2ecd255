import type { UserFile } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '#contracts/events';
import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, combineLatest, distinctUntilChanged, filter, map, type Observable, takeUntil } from 'rxjs';
import type { ChatRemote } from '../remote.ts';
import { isStreaming, staysInMemory, type Thread } from '../thread/thread.ts';
import { type DetachedDraft, type Draft, emptyDraft, isBlank, isUploading, restoreBefore } from '../draft/draft.ts';
import { createDraftStore, type PageDrafts, pageDraftsOf } from './draft-store.ts';
import { createRecording, type Recording } from './recording.ts';

export interface DraftModel {
  /** The draft of the chat on the screen. */
  readonly draft$: Behavior<Draft>;
  /**
   * Like `draft$`, but without most keystrokes. Emits when the draft becomes empty or stops being empty, and for all
   * other changes.
   */
  readonly shape$: Behavior<Draft>;
  /** False without a voice note, otherwise how far it is, once that is known. It counts as unsent, too. */
  readonly recording$: Behavior<Recording>;
  readonly setRecording: (recording: Recording) => void;
  /**
   * For a recording whose chat is left. What this returns puts the note into the draft of that chat, or, without one,
   * gives up waiting for it. It returns whether the draft has the note: one that has another note, or is secure, does not take it.
   */
  readonly awaitNote: () => (voiceNote: string | undefined) => boolean;
  /** Sets whether a prompt of the chat on the screen is being edited. That counts as unsent, too. */
  readonly setEditing: (editing: boolean) => void;
  /** Names the draft on the screen, for `get` and `change` once another chat is there. */
  readonly key: () => string;
  readonly get: (key: string) => Draft;
  /** Changes the draft on the screen, or the one with this key. */
  readonly change: (change: Partial<Draft>, key?: string) => void;
  /** Changes the text while the user types. */
  readonly type: (text: string) => void;
  /** Changes a file, whichever chat's draft has it. Where `change` returns undefined the file is removed. */
  readonly changeFile: (id: string, change: (file: UserFile) => UserFile | undefined) => void;
  readonly detach: () => DetachedDraft;
}

/** The draft without the keystrokes that neither fill nor empty it. `isTyped`: whether the current change is a keystroke. */
const shapeOf = (draft$: Observable<Draft>, isTyped: () => boolean): Behavior<Draft> => {
  const shape$ = new BehaviorSubject(emptyDraft);
  draft$.subscribe((draft) => {
    const { value: shape } = shape$;
    const filled = isBlank(draft) !== isBlank(shape) || (draft.text === '') !== (shape.text === '');
    if (!isTyped() || filled) shape$.next(draft);
  });
  return shape$;
};

/** What a live update must not interrupt: a streaming reply, and anything unsent. */
const busyOf = (
  thread$: Observable<Thread>,
  draft$: Observable<Draft>,
  unstored$: Observable<boolean>,
  editing$: Observable<boolean>,
) =>
  combineLatest([thread$, draft$, unstored$, editing$]).pipe(
    map(([thread, draft, unstored, editing]) => ({
      streaming: isStreaming(thread),
      draft: unstored || editing || !isBlank(draft),
      ...(unstored ? { recording: true } : {}),
    })),
    distinctUntilChanged(
      (one, two) => one.streaming === two.streaming && one.draft === two.draft && one.recording === two.recording,
    ),
  );

const isResearching = ({ messages }: Thread): boolean => {
  const { mode, pending = false } = messages.at(-1) ?? {};
  return mode === 'research' && pending;
};

/**
 * Emits when a research answer has arrived, or its chat is shown again afterwards: research mode then ends. If the answer
 * failed, or its message was refused, the mode stays.
 */
const researched = (thread$: Behavior<Thread>) => {
  // By chat, because a message has another key once its chat was loaded again, as another thread.
  const researching = new Map<string, readonly [thread: string, message: string]>();
  return thread$.pipe(
    filter((thread) => {
      const { key, chatId = key, load, messages } = thread;
      const last = messages.at(-1);
      if (last && isResearching(thread)) researching.set(chatId, [key, last.key]);
      if (load !== 'ready' || last?.pending) return false;
      const [threadKey, messageKey] = researching.get(chatId) ?? [];
      researching.delete(chatId);
      const refused = threadKey === key && messageKey !== last?.key;
      return threadKey !== undefined && !refused && !last?.failed;
    }),
  );
};

/**
 * Lets notes whose chats were left reach their drafts. A draft has one note, which may still be recorded, and none in
 * secure mode.
 */
const takeNotes = (
  page: PageDrafts,
  store: ReturnType<typeof createDraftStore>,
  isRecording: (key: string) => boolean,
  change: (part: Partial<Draft>, key: string) => void,
) =>
  page.takeNotes((key, voiceNote) => {
    const { voiceNote: other, modes } = store.get(key);
    const taken = !other && !modes.secure && !isRecording(key);
    if (taken) change({ voiceNote }, key);
    return taken;
  });

/** Takes a draft out of the composer. `put` shows and stores what the composer of a chat contains. */
const detach = (
  store: ReturnType<typeof createDraftStore>,
  put: (key: string, draft: Draft) => void,
  key: string,
  { sendId = crypto.randomUUID(), ...unsent }: Draft,
): DetachedDraft => {
  const draft = { ...unsent, sendId };
  const release = store.hold(key, draft);
  put(key, { ...emptyDraft, modes: draft.modes });
  return {
    draft,
    release,
    restore: (one) => restoreBefore(one, store.get(key), (merged) => put(key, merged)),
  };
};

/** Whether a first message of both would make the same chat. */
const isSameStart = (one: Thread, two: Thread) => one.key === two.key && one.temporary === two.temporary;

/**
 * Unsent drafts, one per user and chat. A draft survives a reload, a failed send, the loss of the session and a visit
 * to another page, and a live update waits for it. The draft of a secure or temporary chat is never stored: it lasts as
 * long as the page. So does a recording whose screen was left: its note goes to the draft, whoever shows it by then.
 */
export const createDraftModel = (
  remote: Pick<ChatRemote, 'storage' | 'bus' | 'scope' | 'session'>,
  thread$: Behavior<Thread>,
): DraftModel => {
  const { bus, scope, session } = remote;
  const page = pageDraftsOf(remote);
  const store = createDraftStore(remote, page);
  const draft$ = new BehaviorSubject(emptyDraft);
  let typed = false;
  const shape$ = shapeOf(draft$, () => typed);
  const recording = createRecording(scope, page, () => [...store.drafts.values()].some(isUploading));
  const { recording$ } = recording;
  const editing$ = new BehaviorSubject(false);
  let shown: string | undefined;

  const put = (key: string, draft: Draft) => {
    store.set(key, draft, typed);
    if (key === shown) draft$.next(draft);
    if (!typed) recording.askIfNeeded();
  };
  const change = (part: Partial<Draft>, key = shown) => {
    if (key !== undefined) put(key, { ...store.get(key), sendId: undefined, ...part });
  };

  const endResearch = () => change({ modes: { ...draft$.value.modes, research: false } });

  let userId = '';
  let last: Thread | undefined;
  combineLatest([thread$, session.user$])
    .pipe(scope.until())
    .subscribe(([thread, user]) => {
      userId = user?._id ?? userId;
      // Who has logged out has been asked, or cannot store it any more.
      if (!user && recording$.value !== false) recording.set(false, '');
      const key = `draft.${userId}.${thread.chatId ?? thread.shareId ?? thread.fn ?? 'new'}`;
      const previous = last;
      last = thread;
      // The research of a new chat that is left before it has an id is not that of the next new one.
      if (previous && previous.key !== thread.key && previous.chatId === undefined && isResearching(previous))
        endResearch();
      // A chat that is being reloaded is not known to stay in memory yet. Only a new chat can still be switched.
      if (staysInMemory(thread) || thread.chatId === undefined) store.setPersisted(key, !staysInMemory(thread));
      // The service answers a send that it knows with the chat which that has made. Another new chat is another send.
      if (thread.chatId === undefined && previous && !isSameStart(previous, thread)) change({}, key);
      // The composer goes with the session, and shows the draft with all its keystrokes when it comes back.
      if (!user) draft$.next(draft$.value);
      if (key === shown) return;
      const created = previous?.key === thread.key && previous.chatId === undefined && thread.chatId !== undefined;
      const previousKey = shown;
      shown = key;
      // The first answer has created the chat. What was typed in the meantime belongs to it now.
      if (created && previousKey !== undefined) {
        const moved = store.get(previousKey);
        put(previousKey, emptyDraft);
        put(key, moved);
        recording.move(previousKey, key);
      } else draft$.next(store.get(key));
    });

  researched(thread$).pipe(scope.until()).subscribe(endResearch);

  const replaced$ = takeNotes(page, store, (key) => key === shown && recording$.value !== false, change);
  // A note may still be on its way once the screen is left. The next screen reports it from then on.
  busyOf(thread$.pipe(scope.until()), draft$.pipe(scope.until()), recording.unstored$, editing$)
    .pipe(takeUntil(replaced$))
    .subscribe((busy) => bus.emit(events.chat.busyChanged, busy));

  return {
    draft$,
    shape$,
    recording$,
    setRecording: (value) => recording.set(value, shown ?? ''),
    awaitNote: recording.awaitNote,
    setEditing: (editing) => editing$.next(editing),
    key: () => shown ?? '',
    get: store.get,
    change,
    type(text) {
      typed = true;
      change({ text });
      typed = false;
    },
    changeFile(id, apply) {
      for (const [key, draft] of store.drafts) {
        if (!draft.files.some((file) => file._id === id)) continue;
        const files = draft.files.flatMap((file) => (file._id === id ? (apply(file) ?? []) : file));
        const same = files.length === draft.files.length;
        put(key, { ...draft, files, sendId: same ? draft.sendId : undefined });
      }
    },
    detach: () => detach(store, put, shown ?? '', draft$.value),
  };
};
