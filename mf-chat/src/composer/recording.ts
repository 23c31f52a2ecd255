import type { Scope } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, combineLatest, distinctUntilChanged, map } from 'rxjs';
import type { Voice } from '../voice/voice.model.ts';
import type { PageDrafts } from './draft-store.ts';

/** False without a voice note, otherwise how far it is, once that is known. */
export type Recording = boolean | Voice['phase'];

/**
 * Lets the browser ask before the page is closed or reloaded, while that would lose something. Only while it would,
 * because some browsers keep no page with such a question for the way back.
 */
const createUnloadQuestion = () => {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  return (loses: boolean): void => {
    if (loses) globalThis.addEventListener('beforeunload', ask);
    else globalThis.removeEventListener('beforeunload', ask);
  };
};

/**
 * The recording, and the question before the page is unloaded: neither it nor a file on its way is stored. Once the
 * screen is left, its files are gone, but not the notes that are being uploaded.
 */
export const createRecording = (
  scope: Pick<Scope, 'add'>,
  { awaited$, countAwaited, putNote }: Pick<PageDrafts, 'awaited$' | 'countAwaited' | 'putNote'>,
  hasUploads: () => boolean,
) => {
  const recording$ = new BehaviorSubject<Recording>(false);
  /** Notes of this screen whose chat was left. */
  const awaited = new Set<symbol>();
  let draftKey = '';
  let left = false;
  const setQuestion = createUnloadQuestion();
  const askIfNeeded = () => setQuestion(recording$.value !== false || awaited.size > 0 || (!left && hasUploads()));
  scope.add(() => {
    left = true;
    recording$.next(false);
    askIfNeeded();
  });
  const setAwaited = (change: () => void) => {
    const before = awaited.size;
    change();
    askIfNeeded();
    countAwaited(awaited.size - before);
  };
  return {
    recording$,
    /** Whether there is a recording, or a note on its way to the draft of a chat that was left. */
    unstored$: combineLatest([recording$, awaited$]).pipe(
      map(([recording, notes]) => recording !== false || notes > 0),
      distinctUntilChanged(),
    ),
    askIfNeeded,
    set(recording: Recording, key: string) {
      if (recording$.value === false) draftKey = key;
      recording$.next(recording);
      askIfNeeded();
    },
    move(from: string, to: string) {
      if (draftKey === from) draftKey = to;
    },
    awaitNote: () => {
      const key = draftKey;
      const note = Symbol('voice note');
      setAwaited(() => awaited.add(note));
      return (voiceNote: string | undefined) => {
        const taken = voiceNote !== undefined && putNote(key, voiceNote);
        setAwaited(() => awaited.delete(note));
        return taken;
      };
    },
  };
};
