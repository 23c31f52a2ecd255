import { afterEach, expect, test } from 'vitest';
import { release, releaseSet } from '../testing/release.ts';
import { readReleaseSet } from './read-release-set.ts';

afterEach(() => document.body.replaceChildren());

const inline = (set: unknown) => {
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = 'release-set';
  script.textContent = JSON.stringify(set);
  document.body.append(script);
};

test('the release set is read from the page', () => {
  const set = releaseSet(release('mf-chat', '1.0.0'));
  inline(set);
  expect(readReleaseSet(document)).toEqual(set);
});

test('a release without a hash is refused, and the sentence says where', () => {
  const chat = release('mf-chat', '1.0.0');
  inline(releaseSet({ ...chat, entry: { file: 'remoteEntry.js', integrity: '' } }));
  expect(() => readReleaseSet(document)).toThrow('remotes.0.entry.integrity');
});

test('a page without a release set says so', () => {
  expect(() => readReleaseSet(document)).toThrow('This page carries no release set.');
});
