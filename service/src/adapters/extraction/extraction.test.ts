import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import jpeg from 'jpeg-js';
import { afterAll, describe, expect, it } from 'vitest';
import { archive, docx, lockedOffice, paragraph, pptx, xlsx } from '../../testing/files/office.ts';
import { lockedPdf, pdf } from '../../testing/files/pdf.ts';
import { gif, heic, photo, png } from '../../testing/files/pictures.ts';
import { createExtraction } from './children.ts';

const folder = mkdtempSync(join(tmpdir(), 'extraction-'));
const extraction = createExtraction({ folder, atOnce: 1 });
afterAll(async () => {
  await extraction.close();
  rmSync(folder, { recursive: true, force: true });
});

const read = (content: Buffer | string) => extraction.read(Readable.from([Buffer.from(content)]), { owner: 'owner' });
const textOf = async (content: Buffer | string) => {
  const reading = await read(content);
  if (reading.kind !== 'document') throw new Error(JSON.stringify(reading));
  return reading.text;
};
const unreadable = (reason: string) => ({ kind: 'unreadable', reason });

describe('the text of a document', () => {
  it('is that of all 200 pages of a PDF, with the number of each', async () => {
    const pages = Array.from({ length: 200 }, (_, page) =>
      Array.from({ length: 40 }, (_line, line) => `Page ${page + 1}, line ${line + 1}: a quick brown fox.`),
    );
    const reading = await read(pdf(pages));
    expect(reading).toMatchObject({ kind: 'document', type: 'application/pdf', pages: 200, cut: false });
    const { text, words } = reading as { text: string; words: number };
    expect(words).toBe(200 * 40 * 8);
    expect(text).toMatch(/^\[Page 1\]\nPage 1, line 1: a quick brown fox\./);
    expect(text).toContain('[Page 200]\nPage 200, line 1: a');
    expect(text).toMatch(/Page 200, line 40: a quick brown fox\.$/);
  });

  it('is that of the other pages if one page of a PDF is damaged', async () => {
    const whole = pdf([['First.'], ['Second.']]).toString('latin1');
    const damaged = Buffer.from(whole.replace('4 0 obj\n<< /Type', '4 0 obj\n[[ /Type'), 'latin1');
    expect(await read(damaged)).toMatchObject({ kind: 'document', pages: 2, text: '[Page 2]\nSecond.' });
  });

  it('is empty if a PDF contains only pictures', async () => {
    expect(await read(pdf([[]]))).toMatchObject({ kind: 'document', text: '', words: 0, pages: 1 });
  });

  it('has the headings, lists, tables and notes of a Word document, and not what was deleted', async () => {
    const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
    const body = [
      paragraph('Plan', 'Heading1'),
      '<w:p><w:r><w:t>We </w:t></w:r><w:del><w:r><w:delText>never </w:delText></w:r></w:del><w:ins><w:r><w:t>go &amp; see.</w:t></w:r></w:ins></w:p>',
      '<w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>First</w:t></w:r></w:p>',
      `<w:tbl><w:tr>${cell('City')}${cell('a|b')}</w:tr><w:tr>${cell('Cork')}${cell('2')}</w:tr></w:tbl>`,
    ].join('');
    const notes = { 'word/footnotes.xml': `<w:footnotes xmlns:w="w">${paragraph('A note.')}</w:footnotes>` };
    expect(await textOf(docx(body, notes))).toBe(
      '# Plan\n\nWe go & see.\n\n- First\n\n| City | a\\|b |\n| --- | --- |\n| Cork | 2 |\n\nA note.',
    );
  });

  it('follows the order of the slides, with their notes', async () => {
    const reading = await read(pptx(['Opening', 'Numbers'], 'Smile.'));
    expect(reading).toMatchObject({
      type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      pages: 2,
      text: '## Slide 1\nOpening\nNotes:\nSmile.\n\n## Slide 2\nNumbers',
    });
  });

  it('has the rows of a sheet with strings, numbers, dates and gaps', async () => {
    const rows =
      '<row><c r="A1" t="s"><v>1</v></c><c r="C1" t="s"><v>0</v></c></row>' +
      '<row><c r="A2" s="1"><v>46347</v></c><c r="B2"><v>12.5</v></c><c r="C2" t="inlineStr"><is><t>in line</t></is></c></row>';
    expect(await textOf(xlsx(rows, ['Second', 'First']))).toBe(
      '## Sheet: Costs\nFirst\t\tSecond\n2026-11-21\t12.5\tin line',
    );
  });

  it.each([
    ['UTF-8', Buffer.from('Größe 漢字'), 'Größe 漢字'],
    ['UTF-16', Buffer.from('\uFEFFGröße 漢字', 'utf16le'), 'Größe 漢字'],
    ['Windows’ Latin', Buffer.from('Gr\xf6\xdfe', 'latin1'), 'Größe'],
  ])('is decoded from %s', async (_encoding, content, text) => {
    expect(await read(content)).toMatchObject({ kind: 'document', type: 'text/plain', text });
  });

  it('is the source of XML and of a drawing', async () => {
    const xml = '<?xml version="1.0"?>\n<note to="Ada">Hi</note>';
    expect(await read(xml)).toMatchObject({ type: 'application/xml', text: xml });
    expect(await read('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')).toMatchObject({
      kind: 'document',
      type: 'image/svg+xml',
    });
  });

  it('is plain text if the content is an HTML page, whatever its name', async () => {
    expect(await read('<!doctype html><script>alert(1)</script>')).toMatchObject({ type: 'text/plain' });
  });

  it('is cut at two million characters, and says so', async () => {
    const reading = await read('word '.repeat(500_000));
    expect(reading).toMatchObject({ cut: true });
    expect((reading as { text: string }).text.length).toBeLessThanOrEqual(2_000_000);
  });
});

describe('a picture', () => {
  it('is measured by its head', async () => {
    expect(await read(png(30, 20))).toEqual({ kind: 'image', type: 'image/png', width: 30, height: 20 });
    expect(await read(gif())).toEqual({ kind: 'image', type: 'image/gif', width: 1, height: 1 });
    expect(await read(photo(8, 5, 1))).toEqual({ kind: 'image', type: 'image/jpeg', width: 8, height: 5 });
  });

  it.each([
    [3, 8, 5],
    [6, 5, 8],
    [8, 5, 8],
    [9, 8, 5],
  ])('is measured as it is shown, by how the camera was held: %i', async (orientation, width, height) => {
    expect(await read(photo(8, 5, orientation))).toMatchObject({ kind: 'image', width, height });
  });

  it('of the type HEIC becomes a JPEG that shows the same', async () => {
    const reading = await read(heic());
    expect(reading).toMatchObject({ kind: 'image', type: 'image/jpeg', width: 64, height: 48 });
    const { converted } = reading as { converted: Uint8Array };
    const { data } = jpeg.decode(converted);
    const [red = 0, green = 0, blue = 0] = data.subarray(4 * 1000);
    expect(red).toBeGreaterThan(180);
    expect(Math.max(green, blue)).toBeLessThan(90);
  });
});

describe('a file that cannot be read', () => {
  it.each([
    ['nothing', Buffer.alloc(0), 'empty'],
    ['white space', Buffer.from(' \n\t '), 'empty'],
    ['a PDF with a password', lockedPdf(), 'password'],
    ['an Office document with a password', lockedOffice(), 'password'],
    ['an older Office document', Buffer.concat([lockedOffice().subarray(0, 64), Buffer.alloc(4000)]), 'legacyOffice'],
    ['the head of a PDF', pdf([['x']]).subarray(0, 40), 'broken'],
    ['half an Office document', docx(paragraph('x'.repeat(900))).subarray(0, 200), 'broken'],
    ['XML with an open tag', Buffer.from('<?xml version="1.0"?><a><b></a>'), 'broken'],
    ['a Word document without its XML', docx('<w:p>'), 'broken'],
    ['half a HEIC picture', heic().subarray(0, 300), 'broken'],
    ['a picture without its head', png(1, 1).subarray(0, 12), 'broken'],
    ['an archive of anything', archive({ 'a.exe': 'MZ' }), 'unsupported'],
    ['a program', Buffer.from('7f454c460201010000000000', 'hex'), 'unsupported'],
    ['a picture that hides an archive', Buffer.concat([gif(), archive({ a: 'b' })]), 'twoKinds'],
    ['a PDF behind a page', Buffer.concat([Buffer.from('<script>1</script>\n'), pdf([['x']])]), 'twoKinds'],
    ['a PDF that hides an archive', Buffer.concat([pdf([['x']]), archive({ a: 'b' })]), 'twoKinds'],
    [
      'a Word document that is a workbook too',
      archive({ '[Content_Types].xml': '<T/>', 'word/document.xml': '<a/>', 'xl/workbook.xml': '<a/>' }),
      'twoKinds',
    ],
  ])('says why: %s', async (_name, content, reason) => {
    expect(await read(content)).toEqual(unreadable(reason));
  });

  it('leaves nothing behind', () => {
    expect(readdirSync(folder)).toEqual([]);
  });
});
