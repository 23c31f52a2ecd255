import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, type Observable, skip } from 'rxjs';
import { type Draft, mergeDrafts, parseDraft, storedDraft } from '../draft/draft.ts';
import { onPageEnd, saveDelay } from '../draft/page-end.ts';
import type { ChatRemote } from '../remote.ts';

/** False if the draft has another note, or is secure. */
type PutNote = (key: string, voiceNote: string) => boolean;

/** What outlives a screen: the chat may be left for another page of the product, and opened again. */
export interface PageDrafts {
  /** Texts of drafts that are never stored, by their keys. */
  readonly memory: Map<string, string>;
  /** Keys of drafts that are never stored. */
  readonly memoryOnly: Set<string>;
  /** The number of notes whose chat was left before they were uploaded. */
  readonly awaited$: Behavior<number>;
  readonly countAwaited: (change: number) => void;
  /** Puts a note into the draft of its chat, through the latest screen, because only that one shows it. */
  readonly putNote: PutNote;
  /** Lets a screen put notes into drafts. Emits when a later screen takes over. */
  readonly takeNotes: (put: PutNote) => Observable<unknown>;
}

const createPageDrafts = (): PageDrafts => {
  const awaited$ = new BehaviorSubject(0);
  const screen$ = new BehaviorSubject<PutNote>(() => false);
  return {
    memory: new Map(),
    memoryOnly: new Set(),
    awaited$,
    countAwaited: (change) => awaited$.next(awaited$.value + change),
    putNote: (key, voiceNote) => screen$.value(key, voiceNote),
    takeNotes(put) {
      screen$.next(put);
      return screen$.pipe(skip(1));
    },
  };
};

const pages = new WeakMap<object, PageDrafts>();

export const pageDraftsOf = ({ storage }: Pick<ChatRemote, 'storage'>): PageDrafts => {
  const page = pages.get(storage) ?? createPageDrafts();
  pages.set(storage, page);
  return page;
};

/**
 * Drafts by chat key, written to session storage. Those of secure and temporary chats are only in the memory of the page,
 * so they outlive a visit to another screen. What is being sent is stored as a draft, too, when the page may end.
 */
export const createDraftStore = (
  { storage, scope }: Pick<ChatRemote, 'storage' | 'scope'>,
  { memory, memoryOnly }: PageDrafts,
) => {
  const drafts = new Map<string, Draft>();
  /** Drafts with typed text that is not stored yet. */
  const unsaved = new Set<string>();
  /** Drafts that are being sent, by the keys of their chats. */
  const sending = new Map<string, Set<Draft>>();
  let ending = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const get = (key: string): Draft => {
    const draft = drafts.get(key) ?? parseDraft(memory.get(key) ?? storage.session.get(key));
    drafts.set(key, draft);
    return draft;
  };
  const save = (key: string) => {
    const draft = get(key);
    const secret = draft.modes.secure || memoryOnly.has(key);
    const unsent = secret || !ending ? [] : [...(sending.get(key) ?? [])];
    const text = storedDraft(unsent.reduceRight((current, one) => mergeDrafts(one, current), draft));
    if (secret && text !== undefined) memory.set(key, text);
    else memory.delete(key);
    if (secret || text === undefined) storage.session.remove(key);
    else if (text !== storage.session.get(key)) storage.session.set(key, text);
  };
  const saveAll = () => {
    clearTimeout(timer);
    for (const key of unsaved) save(key);
    unsaved.clear();
  };
  onPageEnd(scope, (now) => {
    ending = now;
    for (const key of sending.keys()) unsaved.add(key);
    saveAll();
  });
  scope.add(saveAll);
  return {
    drafts: drafts as ReadonlyMap<string, Draft>,
    get,
    /** Typed text is saved after a delay, any other change at once. */
    set(key: string, draft: Draft, typed: boolean) {
      drafts.set(key, draft);
      if (typed) {
        unsaved.add(key);
        clearTimeout(timer);
        timer = setTimeout(saveAll, saveDelay);
      } else save(key);
    },
    /**
     * For a draft that is being sent: until the returned function is called, it is stored before what is written since
     * whenever the page may end.
     */
    hold(key: string, draft: Draft): () => void {
      if (draft.modes.secure) return () => undefined;
      const held = sending.get(key) ?? new Set();
      sending.set(key, held.add(draft));
      return () => {
        held.delete(draft);
        save(key);
      };
    },
    setPersisted(key: string, persisted: boolean) {
      if (persisted !== memoryOnly.has(key)) return;
      if (persisted) memoryOnly.delete(key);
      else memoryOnly.add(key);
      save(key);
    },
  };
};
