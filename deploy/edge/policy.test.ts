import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './policy.ts';

const hash = (at: number) => `sha256-${String(at).padStart(43, 'A')}=`;
const html = `<script>theme();</script><script defer src="/s.js" integrity="${hash(0)}"></script>`;
const sourcesFor = (count: number) => {
  const policy = contentSecurityPolicy(
    html,
    Array.from({ length: count }, (_, at) => hash(at)),
  );
  return /script-src ([^;]+);/.exec(policy)?.[1]?.split(' ') ?? [];
};

test('the scripts of a product are listed, and nothing is trusted to load more', () => {
  const sources = sourcesFor(140);
  expect(sources).toHaveLength(141);
  expect(sources).not.toContain("'strict-dynamic'");
});

test('a fleet’s policy stays short: the page’s own scripts load what their entries name', () => {
  const sources = sourcesFor(1500);
  expect(sources.slice(1)).toEqual([`'${hash(0)}'`, "'strict-dynamic'"]);
  expect(sources[0]).toMatch(/^'sha256-/);
});
