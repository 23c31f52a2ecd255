import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
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

test('long lines of code wrap on demand', () => {
  const { container } = show();
  const wrap = screen.getByRole('button', { name: 'Wrap lines' });
  expect(container.querySelector('pre')?.dataset['wrap']).toBe('false');
  fireEvent.click(wrap);
  expect(wrap.getAttribute('aria-pressed')).toBe('true');
  expect(container.querySelector('pre')?.dataset['wrap']).toBe('true');
});

test('code is saved as a file with the extension of its language', async () => {
  const names: string[] = [];
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Save code as a file' }));
  expect(names).toEqual(['code.tsx']);
  expect(await blobs[0]?.text()).toBe(`${code}\n`);
  vi.restoreAllMocks();
});

test.each([
  ['a clipboard that refuses code', { writeText: () => Promise.reject(new Error('denied')) }],
  ['a page without a clipboard', undefined],
])('%s says that copying failed', async (_name, clipboard) => {
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as unknown as Clipboard);
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Copy code' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Failed to copy'));
  vi.restoreAllMocks();
});

test('code is plain until the page has found the time to colour it, and has its colours at once the next time', async () => {
  const other = 'let other = 1';
  const place = () => renderRemote(contract, <CodeBlock code={other} language="javascript" open={false} />).container;
  const first = place();
  expect(first.querySelector('code')?.textContent).toBe(other);
  expect(first.querySelector('.hljs-keyword')).toBeNull();
  await waitFor(() => expect(first.querySelector('.hljs-keyword')?.textContent).toBe('let'));
  expect(place().querySelector('.hljs-keyword')?.textContent).toBe('let');
}, 20_000);

describe('the colours of code', () => {
  const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');
  const tokens = read('../../../shared-kernel/theme/tokens.css');
  /** The first value of a token after the start of a theme's rule. */
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
