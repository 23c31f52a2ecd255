/** The level of a microphone now, from 0 to 1. */
export type Level = () => number;

/** Speech at a usual distance fills the meter, although it is only about a quarter of the maximum level. */
const gain = 4;

/** Measures the level of a stream. Undefined if the browser cannot: a recording needs no meter. */
export const meterOf = (stream: MediaStream): { readonly level: Level; readonly end: () => void } | undefined => {
  if (!('AudioContext' in globalThis)) return undefined;
  try {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 512;
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    return {
      level() {
        analyser.getFloatTimeDomainData(samples);
        const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
        return Math.min(1, Math.sqrt(power) * gain);
      },
      end() {
        // A track that has ended may have closed it already.
        if (context.state !== 'closed') void context.close();
      },
    };
  } catch {
    return undefined;
  }
};
