import type { Scope } from '@atrium/shared-kernel/remote';
import { BehaviorSubject } from 'rxjs';
import type { Voice } from '../voice/voice.model.ts';

/** False without a voice note, otherwise how far it is, once that is known. */
export type Recording = boolean | Voice['phase'];

/**
 * Lets the browser ask before the page is closed or reloaded, while that would lose something. Only while it would,
 * because some browsers keep no page with such a question for the way back.
 */
const createUnloadQuestion = (scope: Pick<Scope, 'add'>) => {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  scope.add(() => globalThis.removeEventListener('beforeunload', ask));
  return (loses: boolean): void => {
    if (loses) globalThis.addEventListener('beforeunload', ask);
    else globalThis.removeEventListener('beforeunload', ask);
  };
};

/** The recording, and the question before the page is unloaded: neither it nor a file on its way is stored. */
export const createRecording = (scope: Pick<Scope, 'add'>, hasUploads: () => boolean) => {
  const recording$ = new BehaviorSubject<Recording>(false);
  /** Notes of recordings whose chat was left. */
  const awaited = new Set<symbol>();
  let draftKey = '';
  const setQuestion = createUnloadQuestion(scope);
  const askIfNeeded = () => setQuestion(recording$.value !== false || awaited.size > 0 || hasUploads());
  return {
    recording$,
    askIfNeeded,
    set(recording: Recording, key: string) {
      if (recording$.value === false) draftKey = key;
      recording$.next(recording);
      askIfNeeded();
    },
    move(from: string, to: string) {
      if (draftKey === from) draftKey = to;
    },
    awaitNote(put: (key: string, voiceNote: string) => void) {
      const key = draftKey;
      const note = Symbol('voice note');
      awaited.add(note);
      askIfNeeded();
      return (voiceNote: string | undefined) => {
        awaited.delete(note);
        if (voiceNote !== undefined) put(key, voiceNote);
        askIfNeeded();
      };
    },
  };
};
