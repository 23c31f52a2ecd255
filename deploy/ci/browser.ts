import { existsSync, globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { chromium } from 'playwright';
import { runCommand } from './run-command.ts';

export const browserNames = ['chromium', 'firefox', 'webkit'] as const;
export type BrowserName = (typeof browserNames)[number];

interface Kind {
  /** Environment variable with the program's path, which has precedence. */
  readonly variable: string;
  readonly paths: readonly string[];
  /** Argument that makes the program start and exit, to see whether it works. */
  readonly question: string;
  /** Another program that it needs. */
  readonly requires?: string;
  /** Debian packages that contain it. */
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
  // The package of WebKit's driver also installs the browser, which needs a display to run on.
  webkit: {
    variable: 'ATRIUM_WEBKIT',
    paths: ['/usr/bin/WebKitWebDriver'],
    question: '--help',
    requires: '/usr/bin/Xvfb',
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
};

/** Playwright installs a headless shell of the same revision next to its Chromium. */
const playwrightShells = (): string[] => {
  const folder = dirname(dirname(chromium.executablePath()));
  const shells = `${basename(folder).replace('chromium', 'chromium_headless_shell')}/*/chrome-headless-shell`;
  return globSync(shells, { cwd: dirname(folder) }).map((path) => join(dirname(folder), path));
};

/** A Chromium without a user interface. */
export const headlessShell = (): Kind => ({
  variable: kinds.chromium.variable,
  paths: [...playwrightShells(), '/usr/bin/chromium-headless-shell'],
  question: '--version',
  packages: ['chromium-headless-shell'],
});

const starts = async ({ question, requires }: Kind, path: string): Promise<boolean> =>
  existsSync(path) &&
  (requires === undefined || existsSync(requires)) &&
  (await runCommand(path, [question])).code === 0;

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
 * Path of a browser that starts: the one that its variable names, one of the system, or one that is installed now;
 * undefined if there is none. Throws if the variable names a program that does not start.
 */
export const findBrowser = async (
  name: BrowserName,
  log: (line: string) => void = () => {},
): Promise<string | undefined> => {
  const kind = kinds[name];
  const named = process.env[kind.variable];
  if (named) {
    if (await starts(kind, named)) return named;
    throw new Error(`${kind.variable} points to ${named}, which does not start.`);
  }
  const found = await installed(kind);
  if (found) return found;
  for (const install of installs(name)) {
    log(`Installing ${name} for the journeys.`);
    await install();
    const now = await installed(kind);
    if (now) return now;
  }
  return undefined;
};

/** Path of a Chromium. Throws a sentence that says what to do if there is none. */
export const browserPath = async (log?: (line: string) => void): Promise<string> => {
  const path = await findBrowser('chromium', log);
  if (path) return path;
  throw new Error('No Chromium was found and none could be installed: set ATRIUM_CHROMIUM to one.');
};

/**
 * Path of the browser for tests that nobody watches: Chromium's headless shell, in which a page uses much less
 * processor time, otherwise any Chromium. The main journeys run in the full Chromium that users have.
 */
export const headlessPath = async (log: (line: string) => void = () => {}): Promise<string> => {
  if (process.env[kinds.chromium.variable]) return browserPath(log);
  const found = await installed(headlessShell());
  if (found) return found;
  // Playwright installs both.
  const full = await findBrowser('chromium', log);
  const shell = await installed(headlessShell());
  if (shell) return shell;
  log('Installing the headless shell of Chromium for the journeys.');
  await installFromDebian(headlessShell());
  return (await installed(headlessShell())) ?? full ?? browserPath(log);
};

/**
 * The browsers for journeys, by the variables that name them. Journeys run in the first one, except for what it does
 * not support.
 */
export const journeyBrowsers = async (log?: (line: string) => void): Promise<Readonly<Record<string, string>>> => {
  const full = await findBrowser('chromium', log);
  return { ATRIUM_CHROMIUM: await headlessPath(log), ...(full ? { ATRIUM_FULL_CHROMIUM: full } : {}) };
};
