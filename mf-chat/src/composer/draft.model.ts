import type { UserFile } from '@atrium/shared-kernel/contracts/entities/chat';
import * as events from '@atrium/shared-kernel/contracts/events';
import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, combineLatest, distinctUntilChanged, map } from 'rxjs';
import type { ChatRemote } from '../remote.ts';
import { isStreaming, type Thread } from '../thread/thread.ts';
import { type Draft, emptyDraft, isBlank, joined, parseDraft, storedDraft } from '../draft/draft.ts';
import { lastingModes } from '../draft/modes.ts';

/** Milliseconds after the last letter in which a text is kept: to keep it takes longer than to show it. */
const keepAfter = 300;

/** What was taken to be sent. */
export interface Taken {
  readonly draft: Draft;
  /** Gives it back to its chat, whichever is on the screen by then, as `change` says. */
  readonly restore: (change: Partial<Draft>) => void;
}

export interface DraftModel {
  /** The draft of the chat on the screen. */
  readonly draft$: Behavior<Draft>;
  /** The same, not with each letter: where it becomes empty or does not stay so, and with all that is not typed. */
  readonly shape$: Behavior<Draft>;
  /** A voice note is being recorded: not sent either. */
  readonly recording$: BehaviorSubject<boolean>;
  readonly change: (change: Partial<Draft>) => void;
  /** Changes its text as somebody types it. */
  readonly type: (text: string) => void;
  /** Changes a file in whatever chat's draft it is; `change` answers undefined for one that goes. */
  readonly changeFile: (id: string, change: (file: UserFile) => UserFile | undefined) => void;
  readonly take: () => Taken;
}

/**
 * What is written and not sent, for each person and chat one draft: it survives a reload, a failed send, the loss of the
 * session and a page elsewhere, and a live update waits for it. That of a secure chat is never written down: it lasts as
 * long as the page.
 */
export const createDraftModel = (
  { storage, bus, scope, session }: Pick<ChatRemote, 'storage' | 'bus' | 'scope' | 'session'>,
  thread$: Behavior<Thread>,
): DraftModel => {
  const drafts = new Map<string, Draft>();
  const draft$ = new BehaviorSubject(emptyDraft);
  const shape$ = new BehaviorSubject(emptyDraft);
  let typed = false;
  draft$.subscribe((draft) => {
    const { value: shape } = shape$;
    const filled = isBlank(draft) !== isBlank(shape) || (draft.text === '') !== (shape.text === '');
    if (!typed || filled) shape$.next(draft);
  });
  const recording$ = new BehaviorSubject(false);
  /** Chats whose words are kept in memory only. */
  const securePlaces = new Set<string>();
  let shown: string | undefined;

  const read = (place: string) => {
    const draft = drafts.get(place) ?? parseDraft(storage.session.get(place));
    drafts.set(place, draft);
    return draft;
  };
  const keep = (place: string) => {
    const draft = read(place);
    const kept = draft.modes.secure || securePlaces.has(place) ? undefined : storedDraft(draft);
    if (kept === undefined) storage.session.remove(place);
    else if (kept !== storage.session.get(place)) storage.session.set(place, kept);
  };
  /** Where something was typed that is not kept yet. */
  const unkept = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keepAll = () => {
    clearTimeout(timer);
    for (const place of unkept) keep(place);
    unkept.clear();
  };
  const put = (place: string, draft: Draft) => {
    drafts.set(place, draft);
    if (typed) {
      unkept.add(place);
      clearTimeout(timer);
      timer = setTimeout(keepAll, keepAfter);
    } else keep(place);
    if (place === shown) draft$.next(draft);
  };
  globalThis.addEventListener('pagehide', keepAll);
  scope.add(() => {
    globalThis.removeEventListener('pagehide', keepAll);
    keepAll();
  });
  const change = (part: Partial<Draft>) => {
    if (shown !== undefined) put(shown, { ...draft$.value, sendId: undefined, ...part });
  };

  let owner = '';
  let last: Thread | undefined;
  combineLatest([thread$, session.user$])
    .pipe(scope.until())
    .subscribe(([thread, user]) => {
      owner = user?._id ?? owner;
      const place = `draft.${owner}.${thread.chatId ?? thread.shareId ?? thread.fn ?? 'new'}`;
      const before = last;
      last = thread;
      if (thread.secure && !securePlaces.has(place)) {
        securePlaces.add(place);
        storage.session.remove(place);
      }
      if (place === shown) return;
      const named = before?.key === thread.key && before.chatId === undefined && thread.chatId !== undefined;
      const left = shown;
      shown = place;
      // What was typed while the first answer began goes with the chat that it made.
      if (named && left !== undefined) {
        const moved = read(left);
        put(left, emptyDraft);
        put(place, moved);
      } else draft$.next(read(place));
    });

  combineLatest([thread$, draft$, recording$])
    .pipe(
      map(([thread, draft, recording]) => ({ streaming: isStreaming(thread), draft: recording || !isBlank(draft) })),
      distinctUntilChanged((one, two) => one.streaming === two.streaming && one.draft === two.draft),
      scope.until(),
    )
    .subscribe((busy) => bus.emit(events.chat.busyChanged, busy));

  return {
    draft$,
    shape$,
    recording$,
    change,
    type(text) {
      typed = true;
      change({ text });
      typed = false;
    },
    changeFile(id, apply) {
      for (const [place, draft] of drafts) {
        if (!draft.files.some((file) => file._id === id)) continue;
        const files = draft.files.flatMap((file) => (file._id === id ? (apply(file) ?? []) : file));
        const same = files.length === draft.files.length;
        put(place, { ...draft, files, sendId: same ? draft.sendId : undefined });
      }
    },
    take() {
      const place = shown ?? '';
      const draft = draft$.value;
      put(place, { ...emptyDraft, modes: lastingModes(draft.modes) });
      return { draft, restore: (part) => put(place, { ...joined(draft, read(place)), ...part }) };
    },
  };
};
