import { type BrowserName, findBrowser, kinds } from './browser.ts';
import { type Outcome, runCommand } from './run-command.ts';

interface Options {
  readonly names: readonly BrowserName[];
  /** Arguments for the runner: files, `-g`. */
  readonly args?: readonly string[];
  /** File for the runner's report. */
  readonly report?: string;
  readonly log: (line: string) => void;
}

/** Runs the main journeys in each of these browsers that is installed or can be installed. Gives the `missing` ones. */
export const runBrowserJourneys = async ({
  names,
  args = [],
  report,
  log,
}: Options): Promise<Outcome & { missing: readonly BrowserName[] }> => {
  const env: Record<string, string> = report === undefined ? {} : { ATRIUM_JOURNEYS_REPORT: report };
  const missing: BrowserName[] = [];
  for (const name of names) {
    const path = await findBrowser(name, log);
    if (path === undefined) {
      missing.push(name);
      log(`No ${name} was found and none could be installed: set ${kinds[name].variable} to one.`);
    } else env[kinds[name].variable] = path;
  }
  const here = names.filter((name) => !missing.includes(name));
  if (here.length === 0) return { code: 1, output: '', missing };
  const projects = here.map((name) => `--project=${name}`);
  const command = ['test', '--config', 'e2e/browsers.config.ts', ...projects, ...args];
  return { ...(await runCommand('playwright', command, { env, live: true })), missing };
};
