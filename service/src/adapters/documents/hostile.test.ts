import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, describe, expect, it, onTestFailed } from 'vitest';
import { type Answer, startProcess } from './in-processes.ts';
import { parse } from './parse.ts';
import { textOf } from './tree.ts';

const row = (columns: number) => `|${' cell |'.repeat(columns)}\n`;
const table = (columns: number, rows: number) =>
  row(columns) + `|${'-|'.repeat(columns)}\n` + row(columns).repeat(rows);
const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

/** Short texts that nest, repeat or open something very often. */
const hostile: readonly (readonly [string, string])[] = [
  ['500 lists within one another', lines(500, (at) => `${'  '.repeat(at)}- item${at}.`)],
  ['500 quotes within one another', lines(500, (at) => `${'> '.repeat(at + 1)}quote${at}.`)],
  ['5,000 quotes in a line', `${'> '.repeat(5000)}end.`],
  ['500 folded texts within one another', lines(500, (at) => `<details><summary>folded${at}.</summary>`)],
  ['500 definitions within one another', lines(500, (at) => `${'  '.repeat(at)}term\n${'  '.repeat(at)}: - x`)],
  // Each is long in one direction only. That shows quadratic growth with 10,000 cells, at a quarter of the cost of
  // 40,000.
  ['a table of 5 by 2,000', table(5, 2000)],
  ['a table of 2,000 by 5', table(2000, 5)],
  ['1,500 runs of backticks', lines(1500, (at) => `e${'`'.repeat(at % 200)}`).replaceAll('\n', '')],
  ['runs of stars', '*a **b '.repeat(5000)],
  ['brackets', '['.repeat(50_000)],
  ['links that do not end', '[a](b'.repeat(10_000)],
  ['2,000 footnotes', `${lines(2000, (at) => `[^${at}]`)}\n\n${lines(2000, (at) => `[^${at}]: note`)}`],
  ['footnotes in footnotes', '[^a]: '.repeat(3000)],
  ['long words', `${'w'.repeat(40)} `.repeat(2000)],
  ['an address with 20,000 dots', `http://a.test/${'.'.repeat(20_000)}a`],
  ['an address with 20,000 brackets', `http://a.test/${')'.repeat(20_000)}`],
  ['signs before an @', `${'-.'.repeat(20_000)}@`],
  ['formulas that do not end', '\\( $a $$ \\[ \\begin{align} '.repeat(2000)],
  ['1,000 formulas', '$\\frac{a}{b}$ '.repeat(1000)],
];
/** A known attack: 1,500 runs of backticks, each of another length. */
const backticks = lines(1500, (at) => `e${'`'.repeat(at + 1)}`).replaceAll('\n', '');

describe('a document of hostile text', () => {
  /** One for all texts, because its start costs more than most of them. What one leaves behind counts for the next. */
  let child: ChildProcess | undefined;
  const end = () => {
    child?.kill('SIGKILL');
    child = undefined;
  };
  afterAll(end);

  it.each(hostile)(
    'is created: %s',
    async (_, markdown) => {
      // A process that has ended or is still busy would fail the next texts as well.
      onTestFailed(end);
      const running = (child ??= startProcess());
      for (const type of ['docx', 'pdf'] as const) {
        running.send({ type, title: 'Tea', markdown, citations: [] });
        const answered = new AbortController();
        const events = ['message', 'exit'].map((event) => once(running, event, answered));
        const answer = await Promise.race(events);
        answered.abort();
        const [made] = answer as [Answer | number | null];
        expect(made, type).toHaveProperty('bytes');
      }
    },
    // The limit is generous for busy machines. The test asserts only that no input takes forever.
    180_000,
  );

  it('is read in one pass, whatever its runs of backticks', () => {
    expect(textOf(parse(backticks))).toBe(backticks);
  });
});
