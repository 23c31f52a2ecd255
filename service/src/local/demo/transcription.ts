import type { TranscriptionPort } from '../../ports/transcription.ts';
import { soundOf } from '../../formats/sound.ts';

/** Bytes in a second that a recording of silence stays below: its encoder sends next to nothing. */
const silence = 350;

/** Cannot hear, and says so where the words would stand. It notices only that a recording holds next to nothing. */
export const createDemoTranscription = (): TranscriptionPort => ({
  async transcribe({ content }) {
    const { seconds, rate } = soundOf(content) ?? {};
    if (seconds === 0 || (rate !== undefined && rate < silence)) return '';
    const rounded = seconds === undefined ? undefined : Math.max(1, Math.round(seconds));
    const length = rounded === undefined ? '' : ` of ${rounded} ${rounded === 1 ? 'second' : 'seconds'}`;
    return `(Demo transcription: a voice note${length}. The demo cannot hear; a transcription model writes your words here.)`;
  },
});
