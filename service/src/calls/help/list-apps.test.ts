import * as calls from '@atrium/shared-kernel/contracts/calls';
import { expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { createTestApp } from '../../testing/app.ts';

it('names the apps that the operator has set, to anybody', async () => {
  const url = 'https://apps.apple.com/app/id1';
  const test = await createTestApp({ env: { ATRIUM_APP_STORE_URL: url } });
  expect((await test.visitor.call(calls.help.listApps, {})).body).toEqual({ apps: [{ store: 'app-store', url }] });
  await test.close();
});

it('returns none if the operator has set none, and accepts only web addresses', () => {
  expect(readConfig({}).apps).toEqual([]);
  const both = { ATRIUM_APP_STORE_URL: 'https://a.test/', ATRIUM_GOOGLE_PLAY_URL: 'https://b.test/' };
  expect(readConfig(both).apps.map(({ store }) => store)).toEqual(['app-store', 'google-play']);
  for (const wrong of ['javascript:alert(1)', 'apps', 'http://a.test/'])
    expect(() => readConfig({ ATRIUM_GOOGLE_PLAY_URL: wrong })).toThrow('ATRIUM_GOOGLE_PLAY_URL');
});
