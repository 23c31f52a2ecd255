import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPolling } from '../release/commands/operators.ts';
import { rolledBack } from '../release/environment.ts';
import { openVictim, type Victim } from '../testing/attacks/victim.ts';
import { openOperatorPage, type OperatorPageStage } from '../testing/operator-page.ts';
import { openOperatorStage } from '../testing/operator-stage.ts';
import { publishRemote } from '../testing/release.ts';

let victim: Victim;
let page: OperatorPageStage;
let stop = async () => {};
beforeEach(async () => {
  victim = await openVictim();
  publishRemote(victim.store, 'mf-news', '1.0.0');
  publishRemote(victim.store, 'mf-looks', '1.0.0-pr.7');
  const stage = await openOperatorStage(victim);
  page = await openOperatorPage(victim, {});
  stop = startPolling(await stage.signer(), 20, () => {});
});
afterEach(async () => {
  await stop();
  page.end();
  victim.end();
});

test('a published remote that is in no set yet can be deployed on the page, with the permission', async () => {
  const ada = (await (await page.signIn('ada@atrium.test')).get('/')).text;
  expect(ada).toContain('<h2>Published, not pinned</h2>');
  expect(ada).toContain('href="/do/canary?remote=mf-news"');
  expect(ada).toContain('href="/do/pin?remote=mf-news"');
  expect(ada).not.toContain('mf-looks');
  expect(ada).not.toContain('href="/do/disable?remote=mf-news"');
  const chris = (await (await page.signIn('chris@atrium.test')).get('/')).text;
  expect(chris).not.toContain('mf-news');
});

test('the newest version is selected by its numbers, not by its letters', async () => {
  for (const version of ['0.9.0', '0.10.0', '0.10.0-rc.1']) publishRemote(victim.store, 'mf-plans', version);
  const { text } = await (await page.signIn('ada@atrium.test')).get('/do/pin?remote=mf-plans');
  const options = [...text.matchAll(/<option( selected)?>([^<]+)/g)].map(
    ([, chosen = '', version]) => version + chosen,
  );
  expect(options).toEqual(['0.10.0 selected', '0.10.0-rc.1', '0.9.0']);
});

test('a canary that ended automatically is on the overview with the reason, even if it was the first version', async () => {
  const { registry } = await victim.context();
  const ada = await page.signIn('ada@atrium.test');
  expect((await ada.get('/')).text).not.toContain('ended by themselves');
  await victim.release('canary', 'live', 'mf-news@1.0.0', '20');
  const why = 'Trouble in 10 of 10 browsers <b>';
  await registry.change('live', 'rollback by itself', (now) => rolledBack(now, 'mf-news'), why);
  const { text } = await ada.get('/');
  expect(text).toContain('<h2>Canaries that ended by themselves</h2>');
  expect(text).toMatch(/<h3>mf-news<\/h3>\s*<p>Before: 20 % 1\.0\.0, <time/);
  expect(text).toContain('Trouble in 10 of 10 browsers &#60;b&#62;');
});
