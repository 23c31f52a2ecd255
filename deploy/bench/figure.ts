import { type Miss, missOf, type Summary } from './summary.ts';

/** One value with its limit, which is an upper limit by default. A figure without a limit is only reported. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly limit?: number;
  readonly ok: boolean;
  /** Summary of the rounds, whose median is the value. */
  readonly summary?: Summary;
  readonly miss?: Miss;
  /** The value as measured on this machine, before it was compared. */
  readonly here?: string;
}

const rounded = (value: number) => Math.round(value * 100) / 100;

/** A value that is the same on every machine, such as bytes or lost replies. */
export const figure = (name: string, value: number, unit: string, limit?: number): Figure => ({
  name,
  value: rounded(value),
  unit,
  ...(limit === undefined ? {} : { limit }),
  ok: limit === undefined || value <= limit,
});

/** A value that every round measures again. It passes if its median is stable and far enough from the limit. */
export const timedFigure = (name: string, summary: Summary, unit: string, limit: number, here: string): Figure => {
  const miss = missOf(summary, limit);
  const value = rounded(summary.median);
  return { name, value, unit, limit, ok: miss === undefined, summary, here, ...(miss ? { miss } : {}) };
};

const reasons: Record<Miss, string> = {
  limit: 'The median is above the limit.',
  stable: 'The median is not stable: more rounds could change the judgement.',
  margin: 'The limit is nearer than twice the spread: another run could miss it.',
};

const roundsLine = ({ rounds, interval, p95, spread }: Summary, here: string): string => {
  const [low, high] = interval.map(rounded);
  return `${rounds} rounds: median ${low} to ${high}, p95 ${rounded(p95)}, spread ${rounded(spread)}; ${here}`;
};

export const line = ({ name, value, unit, limit, ok, summary, miss, here = '' }: Figure): string =>
  [
    `${ok ? 'ok    ' : 'MISSED'} ${name.padEnd(52)} ${String(value).padStart(9)} ${unit}${
      limit === undefined || limit === Infinity ? '' : `  (at most ${limit}${unit && ` ${unit}`})`
    }`,
    ...(summary ? [`         ${roundsLine(summary, here)}`] : []),
    ...(miss ? [`         ${reasons[miss]}`] : []),
  ].join('\n');
