import { expect, test } from 'vitest';
import { sizeLevel, typeOf, validate } from './attachments.ts';

const megabyte = 1024 * 1024;
const file = (name: string, type = 'text/plain', size = 10): File => {
  const made = new File(['x'], name, { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
};
const problemsOf = (files: readonly File[], present = 0) => validate(files, present).problems;

test('a file above the maximum is named, and the others are taken', () => {
  const files = [file('big.pdf', 'application/pdf', 100 * megabyte + 1), file('ok.txt')];
  expect(problemsOf(files)).toEqual(['File size too large for: big.pdf. Maximum file size is 100MB per file.']);
  expect(validate(files, 0).accepted.map(({ name }) => name)).toEqual(['ok.txt']);
  expect(problemsOf([file('even.pdf', 'application/pdf', 100 * megabyte)])).toEqual([]);
});

test('files that are too much together, also with those that are there, are refused as a whole', () => {
  const { accepted, problems } = validate([file('a.pdf', 'application/pdf', 60 * megabyte)], 50.5 * megabyte);
  expect(accepted).toEqual([]);
  expect(problems).toEqual([
    'Total attachment size (110.5MB) exceeds the maximum limit of 100MB. Please remove some files or upload smaller files.',
  ]);
});

test('files of other types are named together', () => {
  expect(
    problemsOf([file('a.zip', 'application/zip'), file('b.exe', 'application/x-msdownload'), file('c', '')]),
  ).toEqual(['Invalid file type detected for: a.zip, b.exe, c. Please upload supported file types.']);
});

test.each([
  ['photo.HEIC', '', 'image/heic'],
  ['photo.heic', 'application/octet-stream', 'image/heic'],
  ['paper.pdf', '', 'application/pdf'],
  ['main.ts', 'video/mp2t', 'text/plain'],
  ['notes.md', '', 'text/plain'],
  ['page.html', 'text/html; charset=utf-8', 'text/html'],
])('the type of %s (%s) is %s', (name, type, expected) => {
  expect(typeOf({ name, type })).toBe(expected);
});

test.each([
  ['data.json', 'application/json', 'data.txt', 'text/plain'],
  ['run.sh', 'application/x-sh', 'run.txt', 'text/plain'],
  ['page.html', 'text/html', 'page.txt', 'text/plain'],
  ['README', 'text/plain', 'README.txt', 'text/plain'],
  ['feed.xml', 'text/xml', 'feed.xml', 'text/xml'],
  ['a.png', 'image/png', 'a.png', 'image/png'],
])('%s of type %s is uploaded as %s', (name, type, renamed, uploaded) => {
  expect(validate([file(name, type)], 0).accepted).toMatchObject([{ name: renamed, type: uploaded }]);
});

test('the size is a warning at 75 % and an error at 90 % of the limit', () => {
  expect([74.9, 75, 89.9, 90].map((part) => sizeLevel(part * megabyte))).toEqual([
    'fine',
    'warning',
    'warning',
    'error',
  ]);
});
