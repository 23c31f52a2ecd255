import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const declarations = (block: string) =>
  Object.fromEntries([...block.matchAll(/--color-([\w-]+):\s*(#[\da-f]{6});/gi)].map(([, name, hex]) => [name, hex]));
const blockOf = (selector: RegExp) => new RegExp(`${selector.source}\\s*\\{([^}]*)\\}`).exec(css)?.[1] ?? '';
const themes: Record<string, Record<string, string>> = {
  light: declarations(blockOf(/\[data-theme='light'\]/)),
  dark: declarations(blockOf(/\[data-theme='dark'\]/)),
};

/** Relative luminance of WCAG 2. */
const luminance = (hex: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string) => {
  const [dark = 0, bright = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (bright + 0.05) / (dark + 0.05);
};

const surfaces = ['surface-0', 'surface-1', 'surface-2'];
const onSurfaces = (names: string[]) => names.flatMap((name) => surfaces.map((surface) => [name, surface] as const));
const code = ['text', 'keyword', 'string', 'number', 'comment', 'function', 'type'].map(
  (name) => [`code-${name}`, 'code-bg'] as const,
);
const text = [
  ...onSurfaces(['text', 'text-muted', 'text-faint', 'accent', 'danger', 'warn', 'success']),
  ['accent-text', 'accent'],
  ['accent-text', 'accent-hover'],
  ['accent', 'accent-soft'],
  ['text', 'accent-soft'],
  ['text-muted', 'accent-soft'],
  ['danger-text', 'danger'],
  ['danger-text', 'danger-hover'],
  ['danger', 'danger-soft'],
  ['text', 'danger-soft'],
  ['warn', 'warn-soft'],
  ['text', 'warn-soft'],
  ['success', 'success-soft'],
  ['text', 'success-soft'],
  ...code,
] as const;
const marks = onSurfaces([
  'border-strong',
  'focus',
  ...['green', 'highlightBlue', 'blue', 'deepPurple', 'redPink', 'burntOrange', 'yellow'].map((tag) => `tag-${tag}`),
]);

describe.each(['light', 'dark'])('The %s theme', (theme) => {
  const tokens = themes[theme] ?? {};
  const weak = (pairs: readonly (readonly [string, string])[], least: number) =>
    pairs
      .map(([front, back]) => ({
        pair: `${front} on ${back}`,
        ratio: contrast(tokens[front] ?? tokens[back] ?? '#000000', tokens[back] ?? '#000000'),
      }))
      .filter(({ ratio }) => ratio < least);

  test('has a contrast of at least 4.5 for every text', () => {
    expect(weak(text, 4.5)).toEqual([]);
  });

  test('has a contrast of at least 3 for icons, borders of inputs and the focus ring', () => {
    expect(weak(marks, 3)).toEqual([]);
  });
});

test('Both themes define the same colours, and the page has the theme colours', () => {
  expect(Object.keys(themes.dark ?? {})).toEqual(Object.keys(themes.light ?? {}));
  expect(themes.light?.['surface-0']).toBe('#f7f7f7');
  expect(themes.dark?.['surface-0']).toBe('#000000');
});

test('The base text size is 16 px and follows the three font sizes', () => {
  expect(css).toMatch(/--text-base: 16px;/);
  expect(blockOf(/\[data-font-size='14px'\]/)).toContain('--text-base: 14px');
  expect(blockOf(/\[data-font-size='18px'\]/)).toContain('--text-base: 18px');
});

test('Targets are 36 px, and 44 px under a coarse pointer', () => {
  expect(css).toMatch(/--target: 36px;/);
  expect(css).toMatch(/@media \(pointer: coarse\) \{\s*:root \{\s*--target: 44px;/);
});

test('The cascade layers are ordered once', () => {
  expect(css.match(/@layer [\w, ]+;/g)).toEqual(['@layer reset, tokens, ui, remote;']);
});

test('printed pages are light, whichever theme is on the screen', () => {
  expect(css).toMatch(/@media not print \{\s*\[data-theme='dark'\]/);
});
