import { afterEach, expect, test } from 'vitest';
import { fakeLoader, release, releaseSet, textModule } from '../testing/release.ts';
import { readReleaseSet, withoutRefused } from './read-release-set.ts';

afterEach(() => document.body.replaceChildren());

const inline = (set: unknown) => {
  const script = document.createElement('script');
  script.type = 'application/json';
  script.id = 'release-set';
  script.textContent = JSON.stringify(set);
  document.body.append(script);
};

const read = () => {
  const lines: string[] = [];
  return { lines, ...readReleaseSet(document, (line) => lines.push(line)) };
};

test('the release set is read from the page', () => {
  const set = releaseSet(release('mf-chat', '1.0.0'));
  inline(set);
  expect(read()).toMatchObject({ set, lines: [] });
});

test('a release without a hash is refused and never requested, the message names the path, the others stay', async () => {
  const chat = release('mf-chat', '1.0.0', { fills: [{ slot: 'shell.main', expose: './chat-screen' }] });
  const auth = release('mf-auth', '1.0.0');
  inline(releaseSet({ ...chat, entry: { file: 'remoteEntry.js', integrity: '' } }, auth));
  const { set, refused, lines } = read();
  expect(set.remotes.map(({ name }) => name)).toEqual(['mf-chat', 'mf-auth']);
  expect(set.remotes[0]?.contract).toEqual(chat.contract);
  expect(set.remotes[1]).toEqual(auth);
  expect(lines).toEqual(['remote mf-chat: the release set contains no valid release: entry.integrity']);
  const loader = fakeLoader(() => textModule(''));
  const guarded = withoutRefused(loader, refused);
  for (const one of set.remotes) await guarded.entry(one).catch((error: unknown) => lines.push(String(error)));
  expect(lines.at(-1)).toBe('Error: the release set contains no valid release: entry.integrity');
  expect(loader.entries).toEqual(['mf-auth@1.0.0']);
});

test('an entry of the set that says nothing of itself is logged and left out', () => {
  inline({ ...releaseSet(release('mf-auth', '1.0.0')), remotes: ['nonsense', release('mf-auth', '1.0.0')] });
  const { set, lines } = read();
  expect(set.remotes.map(({ name }) => name)).toEqual(['mf-auth']);
  expect(lines).toHaveLength(1);
});

test('an invalid set is refused as a whole', () => {
  inline({ environment: 'local' });
  expect(read).toThrow('The release set of this page is not valid: id, shell, remotes.');
});

test('a page without a release set says so', () => {
  expect(read).toThrow('This page contains no release set.');
});
