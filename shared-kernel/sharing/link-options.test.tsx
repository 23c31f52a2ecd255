import { fireEvent, render, screen } from '@testing-library/react';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { LinkOptions } from './link-options.tsx';

const url = 'https://atrium.test/?id=abc&x="><script>';

test('A link is shared by email, whatever characters it contains', () => {
  render(<LinkOptions url={url} title="A chat & more" />);
  const href = screen.getByRole('link', { name: 'Email' }).getAttribute('href') ?? '';
  expect(Object.fromEntries(new URL(href).searchParams)).toEqual({ subject: 'A chat & more', body: url });
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
});

test('Its QR code is drawn on demand, with the quiet zone around it, and can be saved', () => {
  render(<LinkOptions url={url} title="A chat" />);
  expect(screen.queryByRole('img')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'QR Code' }));
  const picture = screen.getByRole('img', { name: `QR code of ${url}` });
  const { size, data } = encode(url, { ecc: 'M', border: 4 });
  expect(picture.getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`);
  const dark = data.flat().filter(Boolean).length;
  expect(picture.querySelectorAll('path')[1]?.getAttribute('d')?.match(/M/g)).toHaveLength(dark);
  const saved = screen.getByRole('link', { name: 'Save QR code' });
  expect(saved.getAttribute('download')).toBe('atrium-link.svg');
  expect(saved.getAttribute('href')).not.toContain('script');
});
