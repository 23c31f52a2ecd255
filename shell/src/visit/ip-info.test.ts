import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { expect, test } from 'vitest';
import { createIpInfo } from './ip-info.ts';

const location = { ip: '192.0.2.7', region: 'WC', postal: '8001', country: 'ZA' };
const setUp = (cached: Record<string, string> = {}) => {
  const host = createFakeHost();
  const { local } = host.storage;
  for (const [key, value] of Object.entries(cached)) local.set(`ipInfo.${key}`, value);
  return { ...host, local, start: () => createIpInfo(host.client, local) };
};

test('sends the last used ip while all four values are cached, and keeps them if it is unchanged', async () => {
  const { service, start } = setUp(location);
  service.answer(calls.session.getIpInfo, () => ({ msg: 'current' as const }));
  const info = start();
  await info.refresh();
  expect(service.requests).toEqual([{ call: 'session.getIpInfo', input: { lastUsedIp: '192.0.2.7' } }]);
  expect(info.ipInfo$.value).toEqual(location);
});

test('sends an empty ip if one of the four is missing, and caches the answer', async () => {
  const { service, start, local } = setUp({ ip: '192.0.2.7', region: 'WC', country: 'ZA' });
  service.answer(calls.session.getIpInfo, () => location);
  const info = start();
  expect(info.ipInfo$.value).toBeUndefined();
  await info.refresh();
  expect(service.requests).toEqual([{ call: 'session.getIpInfo', input: { lastUsedIp: '' } }]);
  expect(info.ipInfo$.value).toEqual(location);
  expect(local.get('ipInfo.postal')).toBe('8001');
});

test('keeps the known values if the service cannot determine them', async () => {
  const { service, start } = setUp(location);
  service.answer(calls.session.getIpInfo, () => {
    throw new Failure(500, 'Down');
  });
  const info = start();
  await info.refresh();
  expect(info.ipInfo$.value).toEqual(location);
});
