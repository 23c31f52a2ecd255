import { voiceNoteFailed } from '@atrium/shared-kernel/contracts/sentences';
import { messageOf } from '@atrium/shared-kernel/client';
import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, interval, map, type Observable, startWith, Subject, takeUntil } from 'rxjs';
import type { Level } from './level.ts';
import type { Recording } from './microphone.ts';

export type Voice =
  | { readonly phase: 'starting' }
  | { readonly phase: 'recording'; readonly seconds: number; readonly level?: Level | undefined }
  | { readonly phase: 'uploading' }
  /** The note is still here and can be uploaded again. */
  | { readonly phase: 'failed' };

export interface VoiceModel {
  readonly voice$: Behavior<Voice>;
  /** Ends the recording and uploads it; once more where the upload failed. */
  readonly stop: () => Promise<void>;
  /** Ends everything; nothing of it is told any more. */
  readonly cancel: () => void;
}

interface Parts {
  readonly record: (signal: AbortSignal) => Promise<Recording>;
  /** Answers where the note is found. */
  readonly store: (note: Blob, signal: AbortSignal) => Promise<string>;
  readonly onNote: (url: string) => void;
  /** There is no microphone, or none that may be used. */
  readonly onDenied: (error: unknown) => void;
  readonly onFailure: (message: string) => void;
}

/** What is said where the service gives no words of its own (B8.18). */

/** Whole seconds since now. */
export const elapsed = (): Observable<number> =>
  interval(1000).pipe(
    map((tick) => tick + 1),
    startWith(0),
  );

/** One voice note: recording begins at once, ends by `stop`, and its upload gives the note (B4.30, B4.31). */
export const createVoiceModel = ({ record, store, onNote, onDenied, onFailure }: Parts): VoiceModel => {
  const voice$ = new BehaviorSubject<Voice>({ phase: 'starting' });
  const quiet$ = new Subject<void>();
  const aborter = new AbortController();
  const { signal } = aborter;
  let recording: Recording | undefined;
  let note: Blob | undefined;

  const begin = async () => {
    try {
      recording = await record(signal);
    } catch (error) {
      if (!signal.aborted) onDenied(error);
      return;
    }
    const { level } = recording;
    elapsed()
      .pipe(takeUntil(quiet$))
      .subscribe((seconds) => voice$.next({ phase: 'recording', seconds, ...(level ? { level } : {}) }));
  };
  void begin();

  return {
    voice$,
    async stop() {
      if (!recording || voice$.value.phase === 'uploading') return;
      quiet$.next();
      voice$.next({ phase: 'uploading' });
      note ??= await recording.stop();
      try {
        const url = await store(note, signal);
        if (!signal.aborted) onNote(url);
      } catch (error) {
        if (signal.aborted) return;
        voice$.next({ phase: 'failed' });
        onFailure(messageOf(error, voiceNoteFailed));
      }
    },
    cancel() {
      aborter.abort();
      quiet$.next();
      recording?.cancel();
    },
  };
};
