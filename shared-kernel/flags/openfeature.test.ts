import { OpenFeature } from '@openfeature/web-sdk';
import { afterEach, expect, test } from 'vitest';
import type { Flags } from '../remote/host.ts';
import { createFlagProvider } from './openfeature.ts';

const on: Flags = { isOn: (name, standard = false) => (name === 'mf-a.polls' ? true : standard) };
const clientOf = async (flags: Flags | undefined) => {
  await OpenFeature.setProviderAndWait(createFlagProvider(flags));
  return OpenFeature.getClient();
};
afterEach(() => OpenFeature.clearProviders());

test('the SDK of OpenFeature reads the flags of the page, with its own defaults for unknown flags', async () => {
  const client = await clientOf(on);
  expect(client.getBooleanValue('mf-a.polls', false)).toBe(true);
  expect(client.getBooleanValue('mf-a.drafts', true)).toBe(true);
  expect(client.getBooleanDetails('mf-a.polls', false)).toMatchObject({ variant: 'on', reason: 'TARGETING_MATCH' });
});

test('requests for other types than boolean get the default, with the reason', async () => {
  const client = await clientOf(on);
  expect(client.getNumberDetails('mf-a.polls', 3)).toMatchObject({
    value: 3,
    reason: 'ERROR',
    errorMessage: 'Flags of Atrium are booleans.',
  });
  expect(client.getStringValue('mf-a.polls', 'no')).toBe('no');
});

test('in a shell without flags every flag has its caller’s default', async () => {
  const client = await clientOf(undefined);
  expect(client.getBooleanDetails('mf-a.polls', true)).toMatchObject({ value: true, reason: 'DEFAULT' });
});
