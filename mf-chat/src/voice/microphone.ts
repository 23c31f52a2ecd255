import { type Level, meterOf } from './level.ts';

/** A running recording. Both ways to end it also release the microphone. */
export interface Recording {
  /** Undefined if the browser cannot measure it. */
  readonly level?: Level | undefined;
  readonly stop: () => Promise<Blob>;
  readonly cancel: () => void;
}

const types = ['audio/webm', 'audio/mp4'] as const;

/** Records a stream, in slices of a second, so that what was said before a microphone is unplugged is kept. */
const startRecorder = (stream: MediaStream, onEnd: () => void) => {
  const type = types.find((one) => MediaRecorder.isTypeSupported(one));
  const recorder = new MediaRecorder(stream, type ? { mimeType: type } : {});
  const parts: Blob[] = [];
  const ended = new Promise<Blob>((resolve) => {
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    recorder.addEventListener('stop', () => {
      onEnd();
      // Without codecs, because the upload announces this type.
      resolve(new Blob(parts, { type: (type ?? recorder.mimeType).split(';')[0] ?? types[0] }));
    });
  });
  recorder.start(1000);
  return { recorder, ended };
};

/**
 * Records from the microphone, as webm or, if the browser only supports that, as mp4. Rejects if there is none, if the
 * user denies it or if it cannot be recorded. If `signal` is aborted before the microphone is granted, it is released.
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
  try {
    const { recorder, ended } = startRecorder(stream, release);
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
  } catch (error) {
    release();
    throw error;
  }
};
