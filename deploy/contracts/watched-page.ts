import type { Page } from 'playwright/test';

/** What the browser says of an answer that is no 2xx: whoever asked has to cope, and says so on the screen. */
const ofTheNetwork = /^Failed to load resource/;

/** What a page did that nobody may do in silence: errors of scripts, breaches of contracts, failures of remotes. */
export const watchPage = (page: Page, remote: string) => {
  const problems: string[] = [];
  const versions = new Set<string>();
  page.on('pageerror', (error) => problems.push(`nobody caught: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !ofTheNetwork.test(message.text())) problems.push(message.text());
  });
  page.on('request', (request) => {
    const [, name, version] = /\/assets\/([\w-]+)\/(?:content\/)?(\d[\w.+-]*)\//.exec(request.url()) ?? [];
    if (name === remote && version) versions.add(version);
  });
  return {
    /** Those since the last look. */
    problems: () => problems.splice(0),
    /** Versions of the remote that the page asked files of. */
    versions: () => [...versions],
  };
};
