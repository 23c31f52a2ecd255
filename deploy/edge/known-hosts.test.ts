import { expect, test } from 'vitest';
import { hostsIn } from './known-hosts.ts';

test('origins that are none are refused in a sentence', () => {
  expect(() => hostsIn('chat.example.com')).toThrow('ATRIUM_ORIGIN names chat.example.com, which is no origin');
  expect(hostsIn('')).toEqual([]);
});
