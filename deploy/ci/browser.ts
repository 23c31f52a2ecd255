import { existsSync } from 'node:fs';
import { chromium } from 'playwright';
import { runCommand } from './run-command.ts';

const system = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const starts = async (path: string): Promise<boolean> =>
  existsSync(path) && (await runCommand(path, ['--version'])).code === 0;

const firstThatStarts = async (paths: readonly string[]): Promise<string | undefined> => {
  for (const path of paths) if (await starts(path)) return path;
  return undefined;
};

const installed = () => firstThatStarts([chromium.executablePath(), ...system]);

const installs: readonly (() => Promise<unknown>)[] = [
  () => runCommand('playwright', ['install', 'chromium']),
  async () => {
    if (process.getuid?.() !== 0) return;
    await runCommand('apt-get', ['update', '-qq']);
    await runCommand('apt-get', ['install', '-y', '-qq', 'chromium'], { env: { DEBIAN_FRONTEND: 'noninteractive' } });
  },
];

/**
 * Path of a Chromium that starts: the one named by ATRIUM_CHROMIUM, Playwright's own, the system's, else one that is
 * installed now. Throws a sentence that says what to do where there is none.
 */
export const browserPath = async (say: (line: string) => void = () => {}): Promise<string> => {
  const named = process.env['ATRIUM_CHROMIUM'];
  if (named) {
    if (await starts(named)) return named;
    throw new Error(`ATRIUM_CHROMIUM names ${named}, which does not start.`);
  }
  const found = await installed();
  if (found) return found;
  for (const install of installs) {
    say('Installing a Chromium for the journeys.');
    await install();
    const now = await installed();
    if (now) return now;
  }
  throw new Error('No Chromium starts here and none could be installed: name one by ATRIUM_CHROMIUM.');
};
