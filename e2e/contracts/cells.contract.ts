import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createProof } from '@atrium/deploy/contracts/proof';
import { proveRemote } from '@atrium/deploy/contracts/remote-suite';
import { openStage } from '@atrium/deploy/contracts/stage';
import { watchPage } from '@atrium/deploy/contracts/watched-page';
import type { ContractSuite } from '@atrium/shared-kernel/testing/contract-suite';
import type { BrowserContext, Page } from 'playwright/test';
import { data, expect, signIn, test, url } from '../fixtures.ts';
import { type Cell, cells, releasesIn, titleOf, missingFor } from './cells.ts';
import { openEdge } from './own-edge.ts';

const suiteOf = async (name: string): Promise<ContractSuite> => {
  const file = join(import.meta.dirname, '../..', name, 'contract.suite.ts');
  if (!existsSync(file)) throw new Error(`${name} has no contract.suite.ts.`);
  return ((await import(file)) as { default: ContractSuite }).default;
};

let releases: ReturnType<typeof releasesIn>;
let edge: Awaited<ReturnType<typeof openEdge>>;
/**
 * One browser context for all cells of a worker: a new window with an empty code cache costs more than the cell itself.
 */
let context: BrowserContext;
const product = process.env['ATRIUM_URL'] ?? '';

test.beforeAll(async ({ browser }, { parallelIndex }) => {
  const environment = `contracts-${parallelIndex}`;
  releases = releasesIn(data(), environment);
  edge = await openEdge(data(), environment, product);
  process.env['ATRIUM_URL'] = edge.url;
  context = await browser.newContext();
});
test.afterAll(async () => {
  await context.close();
  edge.close();
});

/** Runs in a page of a browser with empty storage. */
const inFreshPage = async (run: (page: Page) => Promise<void>) => {
  const page = await context.newPage();
  try {
    await run(page);
  } finally {
    // A page that crashed has stored nothing that the next one could find.
    await page.evaluate(() => [localStorage, sessionStorage].forEach((one) => one.clear())).catch(() => undefined);
    await page.close();
    await context.clearCookies();
  }
};

const prove = async (cell: Cell, page: Page) => {
  const set = releases.setOf(cell);
  const record = set.remotes.find(({ name }) => name === cell.remote);
  if (!record) throw new Error(`${cell.remote} is not in the set.`);
  releases.serve(set);
  const watched = watchPage(page, cell.remote);
  const [suite, ofShell] = [await suiteOf(cell.remote), await suiteOf('shell')];
  const { steps, as } = suite;
  if (as) await signIn(page.request, as);
  const emits = record.contract.emits.map(({ name }) => name);
  const stage = await openStage(page, { remote: cell.remote, as, emits, origin: url() });
  const proof = createProof({
    title: titleOf(cell),
    stage,
    seen: watched.problems,
    step: (sentence, run) => test.step(sentence, run),
  });
  for (const [sentence, step] of [...Object.entries(ofShell.steps), ...Object.entries(steps)])
    await proof.check(sentence, () => step(stage));
  await proveRemote(proof, record, set, suite);
  await proof.check('runs in the requested versions', async () => {
    expect(watched.versions()).toEqual([record.version]);
    const script = await page.locator(`script[src*="/assets/shell/"]`).first().getAttribute('src');
    expect(set.shell.files.map(({ file }) => file)).toContain(script?.replace(/^\/assets\/shell\/[^/]+\//, ''));
  });
};

for (const cell of cells()) {
  const names = [`${cell.remote}@${cell.row.version}`, `shell@${cell.column.version}`];
  test(titleOf(cell), { annotation: { type: 'cell', description: names.join(' ') } }, async () => {
    const waits = missingFor(cell, releases.setOf(cell));
    if (waits.length > 0) test.info().annotations.push({ type: 'waits', description: waits.join('; ') });
    else await inFreshPage((page) => prove(cell, page));
  });
}
