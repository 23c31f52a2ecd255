import { existsSync, globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { chromium } from 'playwright';
import { runCommand } from './run-command.ts';

export const browserNames = ['chromium', 'firefox', 'webkit'] as const;
export type BrowserName = (typeof browserNames)[number];

interface Kind {
  /** Names the program, before any other place. */
  readonly variable: string;
  readonly paths: readonly string[];
  /** What it is asked to see whether it starts. */
  readonly question: string;
  /** A program that it cannot do without. */
  readonly beside?: string;
  /** Of Debian. */
  readonly packages: readonly string[];
}

export const kinds: Readonly<Record<BrowserName, Kind>> = {
  chromium: {
    variable: 'ATRIUM_CHROMIUM',
    paths: [
      chromium.executablePath(),
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome-stable',
      '/usr/bin/google-chrome',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    question: '--version',
    packages: ['chromium'],
  },
  firefox: {
    variable: 'ATRIUM_FIREFOX',
    paths: ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
    question: '--version',
    packages: ['firefox-esr'],
  },
  // Its driver, which brings the browser along; a screen to show it on is needed, too.
  webkit: {
    variable: 'ATRIUM_WEBKIT',
    paths: ['/usr/bin/WebKitWebDriver'],
    question: '--help',
    beside: '/usr/bin/Xvfb',
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
};

/** Playwright installs it beside its Chromium, in the same revision. */
const playwrightShells = (): string[] => {
  const folder = dirname(dirname(chromium.executablePath()));
  const shells = `${basename(folder).replace('chromium', 'chromium_headless_shell')}/*/chrome-headless-shell`;
  return globSync(shells, { cwd: dirname(folder) }).map((path) => join(dirname(folder), path));
};

/** A Chromium that cannot show a window. */
export const headlessShell = (): Kind => ({
  variable: kinds.chromium.variable,
  paths: [...playwrightShells(), '/usr/bin/chromium-headless-shell'],
  question: '--version',
  packages: ['chromium-headless-shell'],
});

const starts = async ({ question, beside }: Kind, path: string): Promise<boolean> =>
  existsSync(path) && (beside === undefined || existsSync(beside)) && (await runCommand(path, [question])).code === 0;

const installed = async (kind: Kind): Promise<string | undefined> => {
  for (const path of kind.paths) if (await starts(kind, path)) return path;
  return undefined;
};

const installFromDebian = async ({ packages }: Kind): Promise<void> => {
  if (process.getuid?.() !== 0) return;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await runCommand('apt-get', ['update', '-qq']);
  await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
};

const installs = (name: BrowserName): readonly (() => Promise<unknown>)[] => [
  ...(name === 'chromium' ? [() => runCommand('playwright', ['install', 'chromium'])] : []),
  () => installFromDebian(kinds[name]),
];

/**
 * Path of a browser that starts: the one named by its variable, one of the system's, else one that is installed now;
 * undefined where there is none. Throws where the variable names one that does not start.
 */
export const findBrowser = async (
  name: BrowserName,
  say: (line: string) => void = () => {},
): Promise<string | undefined> => {
  const kind = kinds[name];
  const named = process.env[kind.variable];
  if (named) {
    if (await starts(kind, named)) return named;
    throw new Error(`${kind.variable} names ${named}, which does not start.`);
  }
  const found = await installed(kind);
  if (found) return found;
  for (const install of installs(name)) {
    say(`Installing ${name} for the journeys.`);
    await install();
    const now = await installed(kind);
    if (now) return now;
  }
  return undefined;
};

/** Path of a Chromium. Throws a sentence that says what to do where there is none. */
export const browserPath = async (say?: (line: string) => void): Promise<string> => {
  const path = await findBrowser('chromium', say);
  if (path) return path;
  throw new Error('No Chromium starts here and none could be installed: name one by ATRIUM_CHROMIUM.');
};

/**
 * Path of the browser for tests that nobody watches: Chromium's headless shell, in which a page takes much less of the
 * processor, else any Chromium. The main journeys run in the Chromium that people have.
 */
export const headlessPath = async (say: (line: string) => void = () => {}): Promise<string> => {
  if (process.env[kinds.chromium.variable]) return browserPath(say);
  const found = await installed(headlessShell());
  if (found) return found;
  // Playwright brings both.
  const full = await findBrowser('chromium', say);
  const brought = await installed(headlessShell());
  if (brought) return brought;
  say('Installing the headless shell of Chromium for the journeys.');
  await installFromDebian(headlessShell());
  return (await installed(headlessShell())) ?? full ?? browserPath(say);
};

/** The browsers of journeys, by the variables that they are asked for: all run in the first, but what it cannot do. */
export const journeyBrowsers = async (say?: (line: string) => void): Promise<Readonly<Record<string, string>>> => {
  const full = await findBrowser('chromium', say);
  return { ATRIUM_CHROMIUM: await headlessPath(say), ...(full ? { ATRIUM_FULL_CHROMIUM: full } : {}) };
};
