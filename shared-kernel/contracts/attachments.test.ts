import { expect, test } from 'vitest';
import { megabytes, sizeLevel, typeOf, validate } from './attachments.ts';

const megabyte = 1024 * 1024;
const file = (name: string, type = 'text/plain', size = 10): File => {
  const made = new File(['x'], name, { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
};
const problemsOf = (files: readonly File[], present = 0) => validate(files, present).problems;

test('a file above the maximum is named, and the others are accepted', () => {
  const files = [file('big.pdf', 'application/pdf', 100 * megabyte + 1), file('ok.txt')];
  expect(problemsOf(files)).toEqual(['File size too large for: big.pdf. Maximum file size is 100MB per file.']);
  expect(validate(files, 0).accepted.map(({ name }) => name)).toEqual(['ok.txt']);
  expect(problemsOf([file('even.pdf', 'application/pdf', 100 * megabyte)])).toEqual([]);
});

test('files that are too large together, or with those already attached, are all refused', () => {
  const { accepted, problems } = validate([file('a.pdf', 'application/pdf', 60 * megabyte)], 50.5 * megabyte);
  expect(accepted).toEqual([]);
  expect(problems).toEqual([
    'Total attachment size (110.5MB) exceeds the maximum limit of 100MB. Please remove some files or upload smaller files.',
  ]);
});

test('empty files are named together, and the others are accepted', () => {
  const files = [file('a.txt', 'text/plain', 0), file('b.pdf', 'application/pdf', 0), file('ok.txt')];
  expect(problemsOf(files)).toEqual(['These files are empty: a.txt, b.pdf.']);
  expect(problemsOf(files.slice(0, 1))).toEqual(['a.txt is empty.']);
  expect(validate(files, 0).accepted.map(({ name }) => name)).toEqual(['ok.txt']);
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

const office = 'application/vnd.openxmlformats-officedocument.';
test.each([
  ['a.heif', 'image/heif'],
  ['a.docx', `${office}wordprocessingml.document`],
  ['a.pptx', `${office}presentationml.presentation`],
  ['a.xlsx', `${office}spreadsheetml.sheet`],
  ['a.xml', 'text/xml'],
  ['a.JSON', 'application/json'],
  ['a.pdf.unheard', ''],
  ['pdf', ''],
  ['', ''],
])('a file without a type gets it from its name: %s is %j', (name, expected) => {
  expect(typeOf({ name, type: '' })).toBe(expected);
});

test.each(
  'txt md markdown csv tsv log yaml yml toml ini env sql sh bash py rb go rs java kt swift php c h cc cpp hpp cs js ts jsx tsx cjs mjs mts cts vue css scss htm html tex srt vtt'.split(
    ' ',
  ),
)('a file that ends in .%s is text, whatever its browser reports', (ending) => {
  expect(typeOf({ name: `a.${ending}`, type: 'application/vnd.other' })).toBe('text/plain');
  expect(typeOf({ name: `a.${ending}`, type: 'text/other' })).toBe('text/other');
  expect(typeOf({ name: `a.x${ending}x`, type: 'video/mp4' })).toBe('video/mp4');
});

test.each([
  'zip',
  'gzip',
  'compress',
  'compressed',
  'rar',
  'tar',
  '7z-compressed',
  'msdos-program',
  'ms-dos-executable',
  'msdownload',
  'dosexec',
  'executable',
  'iso9660-image',
  'bzip2',
  'xz',
  'shockwave-flash',
  'font-ttf',
])('a file of type application/x-%s contains no text', (type) => {
  expect(problemsOf([file('a.bin', `application/x-${type}`)])).toHaveLength(1);
});

test.each([
  ['image/png', true],
  ['text/csv', true],
  ['application/pdf', true],
  ['application/json', true],
  ['application/xml', true],
  ['application/x-sh', true],
  [`${office}wordprocessingml.document`, true],
  [`${office}presentationml.presentation`, true],
  [`${office}spreadsheetml.sheet`, true],
  [`${office}spreadsheetml.sheets`, false],
  ['application/pdfs', false],
  ['application/zip', false],
  ['video/mp4', false],
  ['my-application/x-zip', false],
])('a file of type %s may be attached: %j', (type, allowed) => {
  expect(problemsOf([file('a.bin', type)]).length === 0).toBe(allowed);
});

test('a file that is too large and of an unsupported type is named for both, and one that fits exactly is accepted', () => {
  expect(problemsOf([file('a.zip', 'application/zip', 100 * megabyte + 1)])).toHaveLength(2);
  expect(problemsOf([file('a.png', 'image/png', 60 * megabyte)], 40 * megabyte)).toEqual([]);
  expect(problemsOf([file('a.png', 'image/png', 60 * megabyte)], 40 * megabyte + 1)).toEqual([
    'Total attachment size (100.01MB) exceeds the maximum limit of 100MB. Please remove some files or upload smaller files.',
  ]);
  expect(megabytes(1.25 * megabyte)).toBe('1.25');
  expect(megabytes(1.256 * megabyte)).toBe('1.26');
});

test.each([
  ['data.json', 'application/json', 'data.txt', 'text/plain'],
  ['run.sh', 'application/x-sh', 'run.txt', 'text/plain'],
  ['page.html', 'text/html', 'page.txt', 'text/plain'],
  ['README', 'text/plain', 'README.txt', 'text/plain'],
  ['a.b.md', 'text/markdown', 'a.b.txt', 'text/plain'],
  ['paper.pdf', 'application/pdf', 'paper.pdf', 'application/pdf'],
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

test('text, JSON and x- types become .txt, which is recorded if the name changes', () => {
  const given = [
    file('a.py', 'text/x-python'),
    file('b.json', 'application/json'),
    file('c.ipynb', 'application/x-ipynb+json'),
    file('d.txt'),
    file('e.xml', 'text/xml'),
    file('f.png', 'image/png'),
  ];
  expect(validate(given, 0).accepted.map(({ name, type, originalName }) => [name, type, originalName])).toEqual([
    ['a.txt', 'text/plain', 'a.py'],
    ['b.txt', 'text/plain', 'b.json'],
    ['c.txt', 'text/plain', 'c.ipynb'],
    ['d.txt', 'text/plain', undefined],
    ['e.xml', 'text/xml', undefined],
    ['f.png', 'image/png', undefined],
  ]);
  expect(validate([file('d.txt')], 0).accepted[0]).not.toHaveProperty('originalName');
});

test('the type from the browser wins, whatever the extension', () => {
  expect(typeOf({ name: 'a.pdf', type: 'image/png' })).toBe('image/png');
  expect(typeOf({ name: 'a.pdf', type: 'application/octet-stream' })).toBe('application/pdf');
  expect(typeOf({ name: 'pdf', type: '' })).toBe('');
});

test('a name contains no characters that change its direction, so its extension is what it seems to be', () => {
  const names = ['\u202Egpj.exe.pdf', 'a\u2066b\u2069.txt', '\u200Fעברית.pdf'];
  const files = names.map((name) => file(name, name.endsWith('pdf') ? 'application/pdf' : 'text/plain'));
  const named = validate(files, 0).accepted.map(({ name, originalName }) => [name, originalName]);
  expect(named).toEqual([
    ['gpj.exe.pdf', undefined],
    ['ab.txt', undefined],
    ['עברית.pdf', undefined],
  ]);
  expect(problemsOf([file('a\u202Egpj.exe', 'application/x-msdownload')])).toEqual([
    'Invalid file type detected for: agpj.exe. Please upload supported file types.',
  ]);
});
