import { type Level, meterOf } from './level.ts';

/** A recording that runs. Both ways to end it also let the microphone go. */
export interface Recording {
  /** Undefined where the browser cannot tell. */
  readonly level?: Level | undefined;
  readonly stop: () => Promise<Blob>;
  readonly cancel: () => void;
}

const types = ['audio/webm', 'audio/mp4'] as const;

/**
 * Records from the microphone, as webm or, where the browser knows only that, as mp4. Rejects where there is none or the
 * person does not allow it; `signal` lets a microphone go that comes after nobody waits for it.
 */
export const record = async (signal: AbortSignal): Promise<Recording> => {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const meter = meterOf(stream);
  const release = () => {
    meter?.end();
    for (const track of stream.getTracks()) track.stop();
  };
  if (signal.aborted) {
    release();
    throw new DOMException('The recording was cancelled.', 'AbortError');
  }
  const type = types.find((one) => MediaRecorder.isTypeSupported(one));
  const recorder = new MediaRecorder(stream, type ? { mimeType: type } : {});
  const parts: Blob[] = [];
  const ended = new Promise<Blob>((resolve) => {
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    recorder.addEventListener('stop', () => {
      release();
      // The declared type has no codecs: it is what the upload announces.
      resolve(new Blob(parts, { type: (type ?? recorder.mimeType).split(';')[0] ?? types[0] }));
    });
  });
  // A slice each second: what was said before a microphone is pulled out is kept.
  recorder.start(1000);
  const end = () => {
    if (recorder.state !== 'inactive') recorder.stop();
  };
  return {
    level: meter?.level,
    stop() {
      end();
      return ended;
    },
    cancel() {
      end();
      release();
    },
  };
};
