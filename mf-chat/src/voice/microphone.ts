import { voiceNote } from '@atrium/shared-kernel/contracts/constants';
import { type Level, meterOf } from './level.ts';

/** A running recording. Both ways to end it also release the microphone. */
export interface Recording {
  /** Undefined if the browser cannot measure it. */
  readonly level?: Level | undefined;
  readonly stop: () => Promise<Blob>;
  readonly cancel: () => void;
}

const types = ['audio/webm', 'audio/mp4'] as const;
/** Enough for speech, and a quarter of what browsers use by themselves. */
const audioBitsPerSecond = 32_000;

/**
 * Records a stream, in slices of a second, so that what was said before a microphone is unplugged is kept. Ends by
 * itself with the microphone, with an error, and when it is full.
 */
const startRecorder = (stream: MediaStream, onEnd: () => void) => {
  const type = types.find((one) => MediaRecorder.isTypeSupported(one));
  const recorder = new MediaRecorder(stream, { audioBitsPerSecond, ...(type ? { mimeType: type } : {}) });
  const parts: Blob[] = [];
  let size = 0;
  const end = () => {
    if (recorder.state !== 'inactive') recorder.stop();
  };
  recorder.addEventListener('error', end);
  for (const track of stream.getTracks()) track.addEventListener('ended', end);
  const ended = new Promise<Blob>((resolve) => {
    recorder.addEventListener('dataavailable', ({ data }) => {
      parts.push(data);
      size += data.size;
      if (size >= voiceNote.fullAt) end();
    });
    recorder.addEventListener('stop', () => {
      onEnd();
      // Without codecs, because the upload announces this type.
      resolve(new Blob(parts, { type: (type ?? recorder.mimeType).split(';')[0] ?? types[0] }));
    });
  });
  recorder.start(1000);
  return { end, ended };
};

/**
 * Records from the microphone, as webm or, if the browser only supports that, as mp4. Rejects if there is none, if the
 * user denies it or if it cannot be recorded. If `signal` is aborted before the microphone is granted, it is released.
 * `onInterrupted` gets what was recorded until the recording ended by itself.
 */
export const record = async (signal: AbortSignal, onInterrupted: (note: Blob) => void): Promise<Recording> => {
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
    const { end, ended } = startRecorder(stream, release);
    let asked = false;
    void ended.then((note) => asked || onInterrupted(note));
    return {
      level: meter?.level,
      stop() {
        asked = true;
        end();
        return ended;
      },
      cancel() {
        asked = true;
        end();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
};
