import type { Page } from 'playwright/test';

/** What the browser logs for a response that is not 2xx. The caller has to handle it and show it on the screen. */
const ofTheNetwork = /^Failed to load resource/;

/** Collects what must not happen silently in a page: script errors, contract violations, failures of remotes. */
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
    /** Problems since the last call. */
    problems: () => problems.splice(0),
    /** Versions of the remote whose files the page requested. */
    versions: () => [...versions],
  };
};
