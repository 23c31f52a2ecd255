import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { strFromU8, unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExtraction } from '../extraction/children.ts';
import type { ExtractionPort } from '../../ports/extraction.ts';
import { createDocuments } from './in-processes.ts';
import type { DocumentOrder } from '../../ports/documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'atrium-documents-'));
const documents = createDocuments();
let extraction: ExtractionPort;
beforeAll(() => {
  extraction = createExtraction({ folder });
});
afterAll(async () => {
  await extraction.close();
  rmSync(folder, { recursive: true, force: true });
});

const make = async (type: DocumentOrder['type'], markdown: string, more: Partial<DocumentOrder> = {}) => {
  const made = await documents.make({ type, title: 'Tea', citations: [], ...more, markdown }, 'a');
  if (made.kind === 'failed') throw new Error(made.reason);
  return made.bytes;
};
/** The text of a PDF as a reader copies it, without spaces, because line breaks do not matter here. */
const copied = async (bytes: Uint8Array) => {
  const reading = await extraction.read(Readable.from([Buffer.from(bytes)]));
  if (reading.kind !== 'document') throw new Error(JSON.stringify(reading));
  return { text: reading.text.replaceAll(/\s+/g, ''), pages: reading.pages ?? 0, type: reading.type };
};
const parts = (bytes: Uint8Array) => {
  const files = Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)] as const);
  return new Map(files);
};
const wellFormed = (xml: string) => {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
};

const everything = `
Hello **bold** and *slanted* with \`code\`, a [link](https://b.example/), a [trap](javascript:alert(1)).
A claim [1](https://a.example/source). A note[^n].

[^n]: The note itself.

- one
  - inner
- [x] done

3. third

> quoted

\`\`\`ts
const ${'long'.repeat(60)} = "x";
\`\`\`

| Name | Amount |
| --- | ---: |
| Tea | 12 |

日本語と汉字、한국어 😀

مرحبا بالعالم

שלום עולם

$$ \\frac{a}{b} $$
`;
const texts = ['bold', 'slanted', 'inner', 'third', 'quoted', 'Amount', '日本語と汉字、한국어', 'long'.repeat(60)];

describe('a PDF', () => {
  it('contains the whole answer as selectable text, code in full', async () => {
    const { text, type } = await copied(await make('pdf', everything, { citations: ['https://a.example/source'] }));
    expect(type).toBe('application/pdf');
    for (const part of ['Tea', ...texts, 'https://a.example/source', 'Thenoteitself.']) expect(text).toContain(part);
  });

  it('treats what looks like its own language, or like code, as text', async () => {
    const evil = '#read("/etc/passwd") #import "@preview/x:1.0.0" \\ "quotes" $ @ref <label> `#panic()`';
    const { text } = await copied(await make('pdf', `${evil}\n\nMath $#read("/etc/passwd")$ end`));
    expect(text).toContain('#read("/etc/passwd")#import"@preview/x:1.0.0"');
    expect(text).toContain('#panic()');
    expect(text).not.toContain('root:');
  });

  it('of a long answer with wide tables and long code has all its pages', async () => {
    const row = `| ${Array.from({ length: 9 }, (_, at) => `cell ${at}`).join(' | ')} |`;
    const table = [row, `|${' --- |'.repeat(9)}`, ...Array.from({ length: 200 }, () => row)].join('\n');
    const code = Array.from({ length: 400 }, (_, at) => `line(${at});`).join('\n');
    const { text, pages } = await copied(await make('pdf', `${table}\n\n\`\`\`js\n${code}\n\`\`\`\n\nThe end.`));
    expect(pages).toBeGreaterThan(10);
    expect(text).toContain('line(399);');
    expect(text).toContain('Theend.');
  });
});

it('sources that the text does not link to are listed below it, in both formats', async () => {
  const citations = ['https://a.example/linked', 'https://b.example/unlinked', 'javascript:alert(1)'];
  const markdown = 'Tea is old [1](https://a.example/linked).';
  const { text } = await copied(await make('pdf', markdown, { citations }));
  expect(text).toContain('Sources');
  expect(text).toContain('https://b.example/unlinked');
  expect(text).not.toContain('javascript');
  const files = parts(await make('docx', markdown, { citations }));
  const body = files.get('word/document.xml') ?? '';
  expect(body).toContain('Sources');
  expect(body).toContain('https://b.example/unlinked');
  expect(body).not.toContain('>https://a.example/linked<');
});

describe('a Word document', () => {
  it('contains the whole answer, citations and notes as footnotes', async () => {
    const files = parts(await make('docx', everything, { citations: ['https://a.example/source'] }));
    for (const [name, xml] of files) if (name.endsWith('.xml') || name.endsWith('.rels')) wellFormed(xml);
    const body = files.get('word/document.xml') ?? '';
    for (const part of texts) expect(body).toContain(part);
    expect(body.match(/<w:footnoteReference /g)).toHaveLength(2);
    const notes = files.get('word/footnotes.xml') ?? '';
    expect(notes).toContain('https://a.example/source');
    expect(notes).toContain('The note itself.');
    expect(body).toContain('<w:bidi/>');
  });

  it('links to pages and mail only', async () => {
    const files = parts(
      await make('docx', '[trap](javascript:alert(1)) [file](file:///etc/passwd) [page](https://b.example/)'),
    );
    const targets = [
      ...(files.get('word/_rels/document.xml.rels') ?? '').matchAll(/Target="([^"]+)" TargetMode="External"/g),
    ];
    expect(targets.map(([, target]) => target)).toEqual(['https://b.example/']);
  });
});

const grammar = `
> [!WARNING]
> Hot *water*.

H<sub>2</sub>O at 10<sup>5</sup>, <kbd>Ctrl</kbd> and <mark>marked</mark>.

<details>
<summary>Folded **away**</summary>

Behind it.

</details>

Tea
: A drink.

A note[^n].

[^n]: First of it.

    Second of it.
`;

it('a PDF contains what the screen shows of an answer, without its markup', async () => {
  const { text } = await copied(await make('pdf', grammar));
  for (const part of [
    'WarningHotwater.',
    'H2Oat105,Ctrlandmarked.',
    'FoldedawayBehindit.',
    'TeaAdrink.',
    'Firstofit.Secondofit.',
  ])
    expect(text).toContain(part);
  expect(text).not.toMatch(/[<>]|\[!|\[\^|:A/);
});

it('a Word document contains what the screen shows of an answer, with its formatting', async () => {
  const files = parts(await make('docx', grammar));
  const body = files.get('word/document.xml') ?? '';
  wellFormed(body);
  const plain = body.replaceAll(/<[^>]*>/g, '');
  for (const part of ['Warning', 'Folded away', 'Behind it.', 'Tea', 'A drink.']) expect(plain).toContain(part);
  expect(plain).not.toMatch(/&lt;|\[!|\[\^|: A/);
  for (const part of ['<w:vertAlign w:val="subscript"/>', '<w:vertAlign w:val="superscript"/>', '<w:highlight '])
    expect(body).toContain(part);
  const notes = files.get('word/footnotes.xml') ?? '';
  for (const part of ['First of it.', 'Second of it.']) expect(notes).toContain(part);
});

it('each level of a list in a Word document is indented further than the one before, even in a quote', async () => {
  const list = Array.from({ length: 11 }, (_, at) => `${'  '.repeat(at)}- level ${at}`).join('\n');
  const lefts = async (markdown: string) => {
    const body = parts(await make('docx', markdown)).get('word/document.xml') ?? '';
    return [...body.matchAll(/<w:numPr>.*?w:left="(\d+)"/g)].map(([, left]) => Number(left));
  };
  for (const found of [await lefts(list), await lefts(list.replaceAll(/^/gm, '> '))]) {
    expect(found).toHaveLength(11);
    expect(found).toEqual([...new Set(found)].toSorted((a, b) => a - b));
    expect(Math.max(...found)).toBeLessThan(9026 / 1.4);
  }
});

describe.each(['pdf', 'docx'] as const)('a document of type %s', (type) => {
  it('is created without a network request', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.end();
    }).listen(0);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/pixel.png`;
    await make(type, `![Picture](${url}) <img src="${url}"> [link](${url})`, { citations: [url] });
    server.close();
    expect(requests).toBe(0);
  });

  it('is created from any text', async () => {
    const odd = '\0\u0001\uFFFE\uD800 ]]> & < " \u202E </w:t> ![](x) [^missing] [x][missing] | a |\n';
    expect((await make(type, odd.repeat(3), { title: ' \0<&"#\\' })).length).toBeGreaterThan(1000);
  });

  it('that takes too long is aborted', async () => {
    const hurried = createDocuments({ time: 1 });
    expect(await hurried.make({ type, title: 'Tea', markdown: 'Green.', citations: [] }, 'a')).toEqual({
      kind: 'failed',
      reason: 'tooLarge',
    });
  });

  it('that needs too much memory is aborted', async () => {
    const small = createDocuments({ memory: 40 * 1024 * 1024 });
    const markdown = `${'word '.repeat(50_000)}\n\n`.repeat(8);
    expect(await small.make({ type, title: 'Tea', markdown, citations: [] }, 'a')).toEqual({
      kind: 'failed',
      reason: 'tooLarge',
    });
  });
});
