import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from 'playwright/types/testReporter';
import { matrixLines, type Outcome } from '@atrium/deploy/ci/compatibility-matrix';

const json = process.env['ATRIUM_CONTRACTS_JSON'] === '1';
const log = (line: string) => {
  if (!json) console.log(line);
};

const colours = new RegExp(`${String.fromCodePoint(27)}\\[\\d+m`, 'g');
const sentenceIn = (message: string | undefined, title: string) =>
  message?.replaceAll(colours, '').split('\n')[0]?.replace('Error: ', '').replace(`${title}: `, '');

/** Reports each cell when it is done, and prints the matrix of all at the end; as JSON with ATRIUM_CONTRACTS_JSON=1. */
export default class MatrixReporter implements Reporter {
  readonly #outcomes = new Map<string, Outcome>();
  #titles: readonly string[] = [];

  onBegin(_: FullConfig, suite: Suite): void {
    this.#titles = suite.allTests().map(({ title }) => title);
  }

  onTestEnd(test: TestCase, { status, duration, errors, annotations }: TestResult): void {
    const described = (type: string) => annotations.find((one) => one.type === type)?.description;
    const [remote = '', shell = ''] = described('cell')?.split(' ') ?? [];
    const waits = described('waits');
    const failed = status !== 'passed';
    const why = failed ? (sentenceIn(errors[0]?.message, test.title) ?? status) : waits;
    const verdict = failed ? 'fails' : waits === undefined ? 'works' : 'waits';
    this.#outcomes.set(test.title, { remote, shell, verdict, ...(why === undefined ? {} : { why }) });
    log(`${verdict} ${test.title} (${(duration / 1000).toFixed(1)} s)${failed ? `\n  ${why}` : ''}`);
  }

  onError({ message = '' }: { message?: string }): void {
    console.error(message);
  }

  onEnd({ status }: FullResult): void {
    const outcomes = this.#titles.flatMap((title) => this.#outcomes.get(title) ?? []);
    if (json) console.log(JSON.stringify({ ok: status === 'passed', matrix: outcomes }));
    else for (const line of ['', ...matrixLines(outcomes)]) log(line);
  }

  printsToStdio(): boolean {
    return true;
  }
}
