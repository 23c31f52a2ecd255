import '@testing-library/jest-dom/vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Gallery } from './gallery.tsx';

const files = readdirSync(import.meta.dirname);
const sourceOf = (file: string) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8');

test('The gallery shows its parts in both themes', () => {
  const { container } = render(<Gallery />);
  const themes = [...container.querySelectorAll('[data-theme]')].map((part) => part.getAttribute('data-theme'));
  expect(themes).toEqual(['light', 'dark']);
  expect(screen.getAllByRole('heading', { name: 'Toast' })).toHaveLength(2);
});

test('Every part is in the gallery', () => {
  const shown = files.filter((file) => /^gallery.*\.tsx$/.test(file) && !file.includes('.test.')).map(sourceOf);
  const parts = files.filter((file) => /^(?!gallery|field-frame).*(?<!\.test)\.tsx$/.test(file));
  const missing = parts.filter((part) => !shown.some((source) => source.includes(`'./${part}'`)));
  expect(parts.length).toBeGreaterThan(15);
  expect(missing).toEqual([]);
});

test('No part imports the bus, the client or any other layer of the kernel', () => {
  const strangers = files
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .filter((file) => /from '(\.\.\/|@atrium)/.test(sourceOf(file)));
  expect(strangers).toEqual([]);
});
