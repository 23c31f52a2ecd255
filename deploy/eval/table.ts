import type { Outcome } from './evaluate.ts';
import { kinds } from './task.ts';

/**
 * For a kind of question, or all, in one window: the number of questions, and for how many of them what they need was
 * sent.
 */
export interface Share {
  readonly questions: number;
  readonly found: number;
}

/** Shares by window and kind; `all`, `worded` and `paraphrased` are kinds, too. */
export type Shares = Readonly<Record<string, Readonly<Record<string, Share>>>>;

const rows: Readonly<Record<string, string>> = {
  ...kinds,
  worded: 'with words of the source',
  paraphrased: 'without words of the source',
  english: 'in English',
  all: 'all',
};

const isIn = ({ task }: Outcome, row: string): boolean =>
  row === 'all' ||
  row === task.kind ||
  (row === 'worded' && !task.paraphrased) ||
  (row === 'paraphrased' && task.paraphrased === true) ||
  (row === 'english' && task.kind !== 'chinese' && task.kind !== 'arabic');

const shareOf = (outcomes: readonly Outcome[]): Share => ({
  questions: outcomes.length,
  found: outcomes.filter(({ found }) => found).length,
});

export const sharesOf = (outcomes: readonly Outcome[]): Shares => {
  const windows = [...new Set(outcomes.map(({ window }) => window))];
  return Object.fromEntries(
    windows.map((window) => [
      window,
      Object.fromEntries(
        Object.keys(rows).map((row) => [
          row,
          shareOf(outcomes.filter((one) => one.window === window && isIn(one, row))),
        ]),
      ),
    ]),
  );
};

export const percent = ({ questions, found }: Share): number =>
  questions === 0 ? 100 : Math.round((found / questions) * 1000) / 10;

/** How passages are found: by words alone, or also by meaning. */
export type How = 'words' | 'embedder';
/**
 * Percent required in each window. By words alone, questions without the words of their source find nothing, so there
 * only what was reached before counts.
 */
const wanted: Readonly<Record<How, number>> = { words: 0, embedder: 95 };

/** The windows whose share is below the required one, or below what was reached for as many questions. */
export const belowLimit = (
  shares: Shares,
  how: How,
  reached: Shares,
): { readonly window: string; readonly share: number; readonly limit: number }[] =>
  Object.entries(shares).flatMap(([window, { all }]) => {
    const recorded = reached[window]?.['all'];
    const comparable = recorded !== undefined && recorded.questions === all?.questions;
    const limit = Math.max(wanted[how], comparable ? percent(recorded) : 0);
    const share = all ? percent(all) : 0;
    return share < limit ? [{ window, share, limit }] : [];
  });

const cell = (share: Share | undefined, before: Share | undefined): string =>
  (share ? `${percent(share)} %${before ? ` (${percent(before)} %)` : ''}` : '').padStart(19);

/** A line for each kind of question and a column for each window, with the earlier share in parentheses. */
export const tableOf = (shares: Shares, before: Shares | undefined): string => {
  const windows = Object.keys(shares);
  const questions = (row: string) => String(shares[windows[0] ?? '']?.[row]?.questions ?? 0).padStart(4);
  return [
    `${''.padEnd(30)}   n${windows.map((one) => one.padStart(19)).join('')}`,
    ...Object.entries(rows).map(
      ([row, name]) =>
        `${name.padEnd(30)}${questions(row)}${windows.map((one) => cell(shares[one]?.[row], before?.[one]?.[row])).join('')}`,
    ),
  ].join('\n');
};
