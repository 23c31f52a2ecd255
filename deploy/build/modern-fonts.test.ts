import postcss from 'postcss';
import { expect, test } from 'vitest';
import { modernFonts } from './modern-fonts.ts';

const shown = (source: string) =>
  postcss([modernFonts()]).process(`@font-face{src:${source}}`, { from: '/w/fonts.css' }).css;

test('of a font in many formats only the WOFF2 file is kept', () => {
  expect(shown('url(a.woff2) format("woff2"),url(a.woff) format("woff"),url(a.ttf) format("truetype")')).toBe(
    '@font-face{src:url(a.woff2) format("woff2")}',
  );
});

test('a font without a WOFF2 file stays unchanged, and commas in data URLs are kept', () => {
  expect(shown('url(a.woff), url(a.ttf)')).toBe('@font-face{src:url(a.woff), url(a.ttf)}');
  expect(shown('url(data:font/woff2;base64,AA==), url(a.ttf)')).toBe(
    '@font-face{src:url(data:font/woff2;base64,AA==)}',
  );
});
