import { expect, test } from 'vitest';
import { hostsIn, httpsSecondsIn } from './known-hosts.ts';

test('invalid origins are refused with a sentence', () => {
  expect(() => hostsIn('chat.example.com')).toThrow('ATRIUM_ORIGIN contains chat.example.com, which is not an origin');
  expect(hostsIn('')).toEqual([]);
});

test('browsers use https for a year if all origins do, for a configured time, or no longer', () => {
  const seconds = (env: NodeJS.ProcessEnv) => httpsSecondsIn(env);
  expect(seconds({ ATRIUM_ORIGIN: 'https://a.test,https://b.test' })).toBe(31_536_000);
  expect(seconds({ ATRIUM_ORIGIN: 'https://a.test,http://b.test' })).toBeUndefined();
  expect(seconds({})).toBeUndefined();
  expect(seconds({ ATRIUM_ORIGIN: 'https://a.test', ATRIUM_HSTS_SECONDS: '0' })).toBe(0);
  expect(() => seconds({ ATRIUM_HSTS_SECONDS: 'long' })).toThrow('ATRIUM_HSTS_SECONDS is not a number of seconds.');
});
