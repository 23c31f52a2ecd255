import type { TranscriptionPort } from '../../ports/transcription.ts';
import { soundOf } from '../../formats/sound.ts';

/** Bytes per second below which a recording counts as silence, because encoders write almost nothing for it. */
const silence = 350;

/** A transcription that understands nothing and says so in the place of the words. It only recognizes silence. */
export const createDemoTranscription = (): TranscriptionPort => ({
  async transcribe({ content }) {
    const { seconds, rate } = soundOf(content) ?? {};
    if (seconds === 0 || (rate !== undefined && rate < silence)) return '';
    const rounded = seconds === undefined ? undefined : Math.max(1, Math.round(seconds));
    const length = rounded === undefined ? '' : ` of ${rounded} ${rounded === 1 ? 'second' : 'seconds'}`;
    return `(Demo transcription: a voice note${length}. The demo cannot hear; a transcription model writes your words here.)`;
  },
});
