import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { expect, test } from 'vitest';
import { reportMalformedIds } from './malformed-ids.ts';

const id = 'a'.repeat(24);
const start = (path: string) => {
  const host = createFakeHost({ path });
  reportMalformedIds(host.navigation, host.alerts);
  return host;
};

test.each([
  ['/?chat=abc&x=1', 'a chat', '?x=1'],
  [`/?agent=${id}f`, 'an agent', ''],
  ['/?team=', 'a team', ''],
  ['/?flow=poet', 'an agent', ''],
  ['/?collection=work', 'a collection', ''],
])('%s is reported as a broken link and removed from the address', (path, what, search) => {
  const host = start(path);
  expect(host.alertsShown).toMatchObject([
    { type: 'error', message: `This link doesn’t lead to ${what}. Check that you copied all of it.` },
  ]);
  expect(host.navigation.location$.value.search).toBe(search);
  host.navigation.navigate('/?chat=short');
  expect(host.alertsShown).toHaveLength(2);
});

test.each([
  `/?chat=${id}`,
  `/?agent=${id}&team=${id}`,
  `/?flow=${id}`,
  `/?collection=${id}`,
  '/',
  '/join?team=x',
  '/?id=short',
])('%s says nothing', (path) => {
  expect(start(path).alertsShown).toEqual([]);
});
