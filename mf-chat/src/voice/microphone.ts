import { type Level, meterOf } from './level.ts';

/** A running recording. Both ways to end it also release the microphone. */
export interface Recording {
  /** Undefined if the browser cannot measure it. */
  readonly level?: Level | undefined;
  readonly stop: () => Promise<Blob>;
  readonly cancel: () => void;
}

const types = ['audio/webm', 'audio/mp4'] as const;

/**
 * Records from the microphone, as webm or, if the browser only supports that, as mp4. Rejects if there is none or the
 * user denies it. If `signal` is aborted before the microphone is granted, it is released.
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
      // Without codecs, because the upload announces this type.
      resolve(new Blob(parts, { type: (type ?? recorder.mimeType).split(';')[0] ?? types[0] }));
    });
  });
  // A slice each second, so that what was said before a microphone is unplugged is kept.
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
