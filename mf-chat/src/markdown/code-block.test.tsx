import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import { CodeBlock } from './code-block.tsx';
import { Lite } from './reduced.ts';

const code = 'const answer = "yes"; // 42';
const show = (lite = false) =>
  renderRemote(
    contract,
    <Lite value={lite}>
      <CodeBlock code={code} language="tsx" open={false} />
    </Lite>,
  );

test('code can be copied outside of lite mode, and only there', () => {
  const { unmount } = show();
  expect(screen.getByRole('button', { name: 'Copy code' })).toBeDefined();
  unmount();
  show(true);
  expect(screen.getByRole('figure', { name: 'Code, tsx' }).textContent).toBe(code);
  expect(screen.queryByRole('button')).toBeNull();
});

test('code is plain until the page has found the time to colour it, and has its colours at once the next time', async () => {
  const other = 'let other = 1';
  const place = () => renderRemote(contract, <CodeBlock code={other} language="javascript" open={false} />).container;
  const first = place();
  expect(first.querySelector('code')?.textContent).toBe(other);
  expect(first.querySelector('.hljs-keyword')).toBeNull();
  await waitFor(() => expect(first.querySelector('.hljs-keyword')?.textContent).toBe('let'), { timeout: 15_000 });
  expect(place().querySelector('.hljs-keyword')?.textContent).toBe('let');
}, 20_000);

describe('the colours of code', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');
  const tokens = read('../../../shared-kernel/theme/tokens.css');
  /** The first value of a token after the rule of a theme begins. */
  const valueIn = (theme: string, token: string) =>
    new RegExp(`\\[data-theme='?"?${theme}[^]*?${token}: (#[0-9a-f]{6})`).exec(tokens)?.[1];
  const names = [...read('code-block.module.css').matchAll(/var\((--color-code-\w+)\)/g)].map(([, name]) => name ?? '');

  test('are those of the theme: each differs between light and dark', () => {
    expect(new Set(names).size).toBe(8);
    for (const name of names) {
      expect(valueIn('light', name), name).toBeDefined();
      expect(valueIn('dark', name), name).toBeDefined();
      expect(valueIn('dark', name), name).not.toBe(valueIn('light', name));
    }
  });
});
