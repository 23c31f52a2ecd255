import { parseArgs } from 'node:util';
import { sentenceOf } from '../local/problem.ts';
import { type BrowserName, browserNames } from './browser.ts';
import { runBrowserJourneys } from './browser-journeys.ts';
import { endCommands } from './run-command.ts';

const usage = `Usage: pnpm journeys [--browser ${browserNames.join('|')}] [file ...] [-g title]`;
const end = async () => {
  await endCommands();
  process.exit(130);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());

const isBrowser = (name: string): name is BrowserName => browserNames.some((one) => one === name);
const log = (line: string) => console.log(line);

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { browser: { type: 'string', multiple: true }, grep: { type: 'string', short: 'g' } },
  });
  const given = values.browser ?? [...browserNames];
  const names = given.filter(isBrowser);
  if (names.length < given.length) throw new TypeError(usage);
  const grep = values.grep === undefined ? [] : ['-g', values.grep];
  const { code, missing } = await runBrowserJourneys({ names, args: [...positionals, ...grep], log });
  process.exitCode = missing.length > 0 ? 1 : code;
} catch (error) {
  console.error(error instanceof TypeError ? usage : sentenceOf(error));
  process.exitCode = error instanceof TypeError ? 2 : 1;
}
