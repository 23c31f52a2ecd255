import { join } from 'node:path';
import { median } from 'simple-statistics';
import { workspace } from '../release/data-folder.ts';
import {
  fixedTypingPage,
  openPage,
  onReference,
  serveFixedPage,
  timeFixedOperation,
  timeProgram,
} from './calibration.ts';
import { serveEnvironment } from './environment-edge.ts';
import { type Figure, figure } from './figure.ts';
import { openFixedCommand } from './fixed-command.ts';
import { untilOnStaging } from './own-repository.ts';
import { openBrowser } from './page-load.ts';
import { measureRounds } from './rounds.ts';
import { stage } from './stage.ts';

const remote = 'mf-teams';
const turns = 2;
const version = '0.1.0-bench.1';
const program = join(workspace, 'deploy/release/release.mjs');

/** Measures from a release command of an operator to the next page that a browser opens. */
export const release = async (log: (text: string) => void): Promise<Figure[]> => {
  const product = await stage(log);
  const bench = await serveEnvironment(product, 'bench', log);
  const fixed = await serveFixedPage(fixedTypingPage);
  const fixedCommand = await openFixedCommand();
  const browser = await openBrowser(log);
  const command = (...args: string[]): Promise<number> =>
    timeProgram(program, args, { ATRIUM_DATA: product.data, ATRIUM_ENVIRONMENTS: bench.pins });
  /** The remote's version in a page that is opened now, and the time at which the page had it. */
  const opened = async () => {
    const { at, text } = await openPage(browser, bench.url, '#release-set');
    const set = JSON.parse(text) as { remotes: { name: string; version: string }[] };
    return { at, version: set.remotes.find(({ name }) => name === remote)?.version };
  };
  /** Milliseconds of a command and the page load after it. Throws if the page does not have the expected version. */
  const untilOpened = async (expected: string | undefined, ...args: string[]): Promise<number> => {
    const since = Date.now();
    await command(...args);
    const page = await opened();
    if (page.version !== expected) throw new Error(`The page opened next has ${page.version}, not ${expected}.`);
    return page.at - since;
  };
  try {
    const scaffolded = await untilOnStaging(browser, bench, product.data, log);
    const { version: before } = await opened();
    const published = await command('publish', `${remote}@${version}`);
    const pins: number[] = [];
    // A round runs each command several times, so that one slow process start is not a whole round.
    const round = async () => {
      const sum = { value: 0, beside: 0, off: 0, besideOff: 0 };
      for (let turn = 0; turn < turns; turn += 1) {
        pins.push(await untilOpened(version, 'pin', 'bench', `${remote}@${version}`));
        sum.beside += await timeFixedOperation(fixedCommand, browser, fixed.url);
        sum.value += await untilOpened(before, 'rollback', 'bench', remote);
        sum.besideOff += await timeFixedOperation(fixedCommand, browser, fixed.url);
        sum.off += await untilOpened(undefined, 'disable', 'bench', remote);
        await command('enable', 'bench', remote);
      }
      return {
        back: { value: sum.value / turns, beside: sum.beside / turns },
        off: { value: sum.off / turns, beside: sum.besideOff / turns },
      };
    };
    // The first commands fill the compile cache, so they are not measured.
    await round();
    pins.length = 0;
    const { back, off } = await measureRounds(
      {
        figures: {
          back: {
            name: 'rollback of one remote to the next page load',
            unit: 'ms',
            limit: 1000,
            beside: onReference.operation,
          },
          off: {
            name: 'disable of one remote to the next page load',
            unit: 'ms',
            limit: 1000,
            beside: onReference.operation,
          },
        },
        rounds: [8, 30],
        seconds: 300,
      },
      round,
    );
    return [
      back,
      off,
      figure('a remote in its own repository, from create-remote to the page that shows it', scaffolded, 's', 180),
      figure('pin of one remote to the next page load, here', median(pins), 'ms'),
      figure('publish: build, hash, store, here', published, 'ms'),
    ];
  } finally {
    await browser.close();
    fixed.end();
    fixedCommand.end();
    bench.end();
    await product.end();
  }
};
