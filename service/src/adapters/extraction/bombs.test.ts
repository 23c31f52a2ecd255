import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { archive, docx, paragraph, xlsx } from '../../testing/files/office.ts';
import { pdf, pdfBomb } from '../../testing/files/pdf.ts';
import { png } from '../../testing/files/pictures.ts';
import { type ChildrenOptions, createExtraction } from './children.ts';
import type { ExtractionPort } from '../../ports/extraction.ts';

const megabyte = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'bombs-'));
const opened: ExtractionPort[] = [];
const open = (options: Partial<ChildrenOptions> = {}) => {
  const extraction = createExtraction({ folder, atOnce: 1, ...options });
  opened.push(extraction);
  return (content: Buffer | string) => extraction.read(Readable.from([Buffer.from(content)]), { owner: 'owner' });
};
const read = open();
afterAll(async () => {
  await Promise.all(opened.map((extraction) => extraction.close()));
  rmSync(folder, { recursive: true, force: true });
});

const unreadable = (reason: string) => ({ kind: 'unreadable', reason });

/** Writes a false unpacked size of the part into the directory of the archive. */
const claim = (zip: Buffer, part: string, size: number): Buffer => {
  for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 4))
    if (zip.toString('latin1', at + 46, at + 46 + part.length) === part) zip.writeUInt32LE(size, at + 24);
  return zip;
};
const laughs = (element: string) =>
  `<!DOCTYPE x [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, n) => `<!ENTITY ${'b'.repeat(n + 1)} "${`&${n === 0 ? 'a' : 'b'.repeat(n)};`.repeat(10)}">`).join('')}]><${element}>&${'b'.repeat(20)};</${element}>`;

describe('a malicious file', () => {
  it('is aborted before it is unpacked if its archive declares more than a document contains', async () => {
    const document = { '[Content_Types].xml': '<Types/>', 'word/document.xml': new Uint8Array(megabyte) };
    const bomb = claim(archive(document), 'word/document.xml', 170 * megabyte);
    expect(await read(bomb)).toEqual(unreadable('tooMuch'));
  });

  it('is not unpacked beyond the size that its archive declares, if that is wrong', async () => {
    const long = docx(paragraph('x'.repeat(30 * megabyte)));
    const small = open({ memory: 140 * megabyte });
    expect(await small(claim(long, 'word/document.xml', 500))).toEqual(unreadable('broken'));
  });

  it.each([
    ['XML', `<?xml version="1.0"?>${laughs('x')}`],
    ['a Word document', archive({ '[Content_Types].xml': '<T/>', 'word/document.xml': laughs('w') })],
    ['a drawing', `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]><svg>&f;</svg>`],
  ])('defines no entities: %s', async (_name, content) => {
    expect(await read(content)).toEqual(unreadable('entities'));
  });

  it('ends with its own process if that exceeds its memory limit', async () => {
    const strings = Array.from({ length: 400_000 }, (_, index) => `text ${index}`);
    const small = open({ memory: 110 * megabyte });
    expect(await small(xlsx('', strings))).toEqual(unreadable('tooMuch'));
    expect(await small('well')).toMatchObject({ kind: 'document', text: 'well' });
  });

  it('ends with its own process at the end of its time', async () => {
    const hasty = open({ time: 1500 });
    expect(await hasty(pdfBomb(300))).toMatchObject({ kind: 'unreadable', reason: /tooLong|tooMuch/ });
    // The start of its process counts, too.
    const isRead = async () => expect(await hasty('well')).toMatchObject({ kind: 'document', text: 'well' });
    await vi.waitFor(isRead);
  });

  it('is rejected above 100 million pixels', async () => {
    expect(await read(png(1, 1, { width: 20_000, height: 20_000 }))).toEqual(unreadable('tooMuch'));
  });

  it('gets no long text from cells that are far apart in a sheet', async () => {
    const rows = '<row><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>'.repeat(2000);
    const reading = await read(xlsx(rows));
    expect((reading as { text: string }).text.length).toBeLessThan(200_000);
  });
});

describe('the processes that read', () => {
  it('are limited in number, however many files wait', async () => {
    const contents = Array.from({ length: 6 }, (_, index) => `text ${index}`);
    const several = open({ atOnce: 2, recycleAfter: 2 });
    const readings = await Promise.all(contents.map((content) => several(content)));
    expect(readings.map((reading) => (reading as { text: string }).text)).toEqual(contents);
  });

  it('stop reading a file that nobody waits for any more, also before its turn', async () => {
    const extraction = createExtraction({ folder, atOnce: 1 });
    opened.push(extraction);
    const stop = new AbortController();
    const readings = [1, 2].map(() =>
      extraction.read(Readable.from([pdfBomb(300)]), { owner: 'owner', signal: stop.signal }),
    );
    stop.abort();
    expect(await Promise.all(readings)).toEqual([unreadable('tooLong'), unreadable('tooLong')]);
  });

  it.each(['when it is idle', 'because of the file before'])('that die %s are not blamed on a file', async (when) => {
    const program = join(folder, 'dying.mjs');
    // The first file of a process gets an answer, which names the process, and the second one does not.
    writeFileSync(
      program,
      `let files = 0;
      const die = () => process.kill(process.pid, 'SIGKILL');
      const reading = { kind: 'document', type: 'text/plain', text: String(process.pid), words: 1, cut: false };
      process.on('message', () => {
        if (files++ > 0) die();
        else process.send({ reading }, ${when === 'when it is idle' ? 'die' : '() => undefined'});
      });`,
    );
    const reused = open({ program });
    const first = await reused('well');
    const isRunning = () => {
      try {
        return process.kill(Number((first as { text: string }).text), 0);
      } catch {
        return false;
      }
    };
    await vi.waitUntil(() => when !== 'when it is idle' || !isRunning());
    expect(await reused('well')).toMatchObject({ kind: 'document' });
  });

  it('that cannot run are a failure of the service, not of the file', async () => {
    await expect(open({ program: join(folder, 'missing.ts') })('well')).rejects.toThrow('could not run');
  });

  it('are not blocked by a file whose upload breaks off', async () => {
    const broken = new Readable({ read: () => undefined });
    const extraction = createExtraction({ folder, atOnce: 1 });
    opened.push(extraction);
    const reading = extraction.read(broken, { owner: 'owner' });
    broken.destroy(new Error('Broken off.'));
    await expect(reading).rejects.toThrow('Broken off.');
    expect(await extraction.read(Readable.from([pdf([['well']])]), { owner: 'owner' })).toMatchObject({
      kind: 'document',
    });
  });
});
