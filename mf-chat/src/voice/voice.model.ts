import { voiceNote } from '@atrium/shared-kernel/contracts/constants';
import { voiceNoteFailed } from '@atrium/shared-kernel/contracts/sentences';
import { messageOf } from '@atrium/shared-kernel/client';
import type { Behavior } from '@atrium/shared-kernel/remote';
import { BehaviorSubject, interval, map, type Observable, startWith, Subject, takeUntil } from 'rxjs';
import type { Level } from './level.ts';
import type { Recording } from './microphone.ts';

export type Voice =
  | { readonly phase: 'starting' }
  | { readonly phase: 'recording'; readonly seconds: number; readonly level?: Level | undefined }
  /** The microphone stopped by itself. What was recorded until then can be sent. */
  | { readonly phase: 'interrupted'; readonly full: boolean }
  | { readonly phase: 'uploading' }
  /** The note still exists here and can be uploaded again. */
  | { readonly phase: 'failed' };

export interface VoiceModel {
  readonly voice$: Behavior<Voice>;
  /** Ends the recording and uploads it, or tries again if the upload failed. */
  readonly stop: () => Promise<void>;
  /** Ends everything. No callback is called any more. */
  readonly cancel: () => void;
  /**
   * Ends the recording where its chat is left. What was recorded is uploaded and kept, unless it was sent or cancelled.
   */
  readonly leave: () => void;
}

interface Parts {
  readonly record: (signal: AbortSignal, onInterrupted: (note: Blob) => void) => Promise<Recording>;
  /** Resolves with the URL of the note. */
  readonly store: (note: Blob, signal: AbortSignal) => Promise<string>;
  readonly onNote: (url: string) => void;
  /**
   * Called when the chat is left before the note is stored. What it returns gets the note, if it could be stored, and
   * returns whether the chat took it.
   */
  readonly onLeft: () => (url: string | undefined) => boolean;
  /** Called when there is no microphone, or none that may be used. */
  readonly onDenied: (error: unknown) => void;
  /** `retry` uploads the note again, also after its chat was left. */
  readonly onFailure: (message: string, retry: () => void) => void;
}

const notTaken = 'The chat you left has another voice note now, or is in secure mode. Change that, then try again.';

/** Whole seconds since the subscription. */
export const elapsed = (): Observable<number> =>
  interval(1000).pipe(
    map((tick) => tick + 1),
    startWith(0),
  );

/** A voice note. The recording starts at once and ends by `stop`; its upload yields the note (B4.30, B4.31). */
export const createVoiceModel = ({ record, store, onNote, onLeft, onDenied, onFailure }: Parts): VoiceModel => {
  const voice$ = new BehaviorSubject<Voice>({ phase: 'starting' });
  const stopped$ = new Subject<void>();
  const aborter = new AbortController();
  const { signal } = aborter;
  let recording: Recording | undefined;
  let note: Blob | undefined;
  let finish: ((url: string | undefined) => boolean) | undefined;

  const interrupt = (recorded: Blob) => {
    if (signal.aborted) return;
    stopped$.next();
    if (recorded.size > 0) {
      note = recorded;
      voice$.next({ phase: 'interrupted', full: recorded.size >= voiceNote.fullAt });
    } else {
      aborter.abort();
      onDenied(new DOMException('The microphone stopped.', 'InvalidStateError'));
    }
  };

  const start = async () => {
    try {
      recording = await record(signal, interrupt);
    } catch (error) {
      if (!signal.aborted) onDenied(error);
      return;
    }
    const { level } = recording;
    elapsed()
      .pipe(takeUntil(stopped$))
      .subscribe((seconds) => voice$.next({ phase: 'recording', seconds, ...(level ? { level } : {}) }));
  };
  void start();

  const fail = (message: string) => {
    voice$.next({ phase: 'failed' });
    onFailure(message, () => void stop());
  };
  const stop = async () => {
    if (!recording || voice$.value.phase === 'uploading') return;
    stopped$.next();
    voice$.next({ phase: 'uploading' });
    note ??= await recording.stop();
    try {
      const url = await store(note, signal);
      if (signal.aborted) return;
      if (finish && !finish(url)) return fail(notTaken);
      // The bar is removed with the note, which is no reason to keep it once more.
      aborter.abort();
      if (!finish) onNote(url);
    } catch (error) {
      if (signal.aborted) return;
      finish?.(undefined);
      fail(messageOf(error, voiceNoteFailed));
    }
  };
  const cancel = () => {
    aborter.abort();
    stopped$.next();
    recording?.cancel();
  };
  return {
    voice$,
    stop,
    cancel,
    leave() {
      if (signal.aborted || !recording) return cancel();
      finish = onLeft();
      void stop();
    },
  };
};
