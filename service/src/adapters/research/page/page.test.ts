import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import type { WarnLog } from '../../../log.ts';
import { createEgress } from '../../egress/client.ts';
import type { EgressAnswer, EgressClient } from '../../../ports/egress.ts';
import type { Reading } from '../../../ports/extraction.ts';
import { pageTextLimit } from '../../../ports/research.ts';
import { decode, readPage } from './read.ts';
import { createHtmlReader } from './in-processes.ts';
import { readings } from './readable.ts';

const readable = (html: string) => [...readings(html)].at(-1)!;

const signal = new AbortController().signal;
const paragraph =
  'The river rises in the highlands, gathers the water of seven lakes, and reaches the sea after four thousand miles of desert, marsh and field.';
const article = `<!doctype html><html><head><title>Rivers of Africa | The Atlas</title><script>alert('no')</script></head>
<body><nav><a href="/">Home</a> <a href="/shop">Shop</a></nav>
<article><h1>Rivers of Africa</h1><p>${paragraph}</p><p>${paragraph} Again.</p>
<h2>Lengths</h2><table><tr><th>River</th><th>km</th></tr><tr><td>Nile</td><td>6650</td></tr></table>
<ul><li>Nile</li><li>Congo</li></ul><pre>one
  two</pre><p>${paragraph} At last.</p><style>p { color: red }</style></article>
<footer>Buy our map now</footer></body></html>`;

const egressOf = (answer: Partial<Extract<EgressAnswer, { ok: true }>> | Extract<EgressAnswer, { ok: false }>) => {
  const requested: string[] = [];
  const page = {
    ok: true,
    url: 'https://atlas.test/rivers',
    type: 'text/html',
    charset: 'utf-8',
    body: Buffer.from(''),
  };
  const egress: EgressClient = {
    get: async (url) => {
      requested.push(url);
      return { ...page, ...answer } as EgressAnswer;
    },
    close: async () => undefined,
  };
  return { requested, egress };
};
const read = (answer: Parameters<typeof egressOf>[0], reading?: Reading, until = signal, time = 100_000) =>
  readPage(
    {
      egress: egressOf(answer).egress,
      extraction: { read: async () => reading ?? { kind: 'unreadable', reason: 'broken' } },
      readHtml: createHtmlReader({ time }),
    },
    'https://atlas.test/r',
    until,
  );

describe('the text of a page', () => {
  it('is its article, without navigation, scripts and styles, block by block', () => {
    const { title, text } = readable(article);
    expect(title).toContain('Rivers of Africa');
    expect(text).toContain(`${paragraph}\n\n${paragraph} Again.`);
    expect(text).toContain('Nile | 6650');
    expect(text).toContain('- Nile\n\n- Congo');
    expect(text).toContain('one\n');
    for (const noise of ['alert', 'color: red', 'Shop', '<']) expect(text).not.toContain(noise);
  });

  it('is first the whole page, in case its article takes too long to extract', () => {
    const first = readings(article).next();
    expect(first.done === true ? undefined : first.value.text).toMatch(/^Rivers of Africa\n\n.*Buy our map now$/s);
  });

  it('is the whole page if no article is found', () => {
    expect(readable('<title>Short</title><body><p>Only this.</p></body>')).toEqual({
      title: 'Short',
      text: 'Only this.',
    });
    expect(readable('')).toEqual({ title: '', text: '' });
    expect(readable('<html><title>Bare</title><p>No body.').text).toBe('No body.');
    expect(readable('<p>Unclosed <b>and <i>broken').text).toContain('Unclosed and broken');
  });

  it('is read in the charset of the header, or the one that the page declares, or UTF-8', () => {
    const latin = Buffer.from('<meta charset="windows-1252"><p>Caf\u{E9}', 'latin1');
    expect(decode(latin, undefined)).toContain('Café');
    expect(decode(Buffer.from('Caf\u{E9}', 'latin1'), 'iso-8859-1')).toBe('Café');
    expect(decode(Buffer.from('Café'), 'no-such-charset')).toBe('Café');
    expect(decode(Buffer.from('Café'), undefined)).toBe('Café');
  });
});

describe('reading an address', () => {
  it('gives title, text and where the redirects ended', async () => {
    const answer = await read({ body: Buffer.from(article) });
    expect(answer).toMatchObject({ ok: true, url: 'https://atlas.test/rivers', cut: false });
    expect(answer.ok && answer.text).toContain(paragraph);
  });

  it('accepts plain text unchanged', async () => {
    expect(await read({ type: 'text/plain', body: Buffer.from(' 1 < 2 ') })).toMatchObject({
      text: '1 < 2',
      title: 'atlas.test',
    });
  });

  it('reads a PDF as an upload is read', async () => {
    const reading: Reading = { kind: 'document', type: 'application/pdf', text: 'Of the PDF', words: 3, cut: false };
    expect(await read({ type: 'application/pdf' }, reading)).toMatchObject({ ok: true, text: 'Of the PDF' });
    expect(await read({ type: 'application/pdf' })).toEqual({ ok: false, reason: 'empty' });
  });

  it('leaves out a PDF whose reader fails, and does not wait for one beyond its time', async () => {
    const { egress } = egressOf({ type: 'application/pdf' });
    const readHtml = createHtmlReader();
    const broken = { read: async () => Promise.reject(new Error('The disk is full.')) };
    const warnings: string[] = [];
    const log = { warn: (_details: object, message: string) => void warnings.push(message) };
    const parts = { egress, extraction: broken, readHtml, log };
    expect(await readPage(parts, 'https://atlas.test/r', signal)).toEqual({ ok: false, reason: 'empty' });
    expect(warnings).toEqual(['A page could not be read.']);

    const stop = new AbortController();
    const options: unknown[] = [];
    const hanging = {
      read: async (_content: unknown, option: unknown) => {
        options.push(option);
        stop.abort();
        return new Promise<Reading>(() => undefined);
      },
    };
    const answer = await readPage({ ...parts, extraction: hanging }, 'https://atlas.test/r', stop.signal, 'ada');
    expect(answer).toEqual({ ok: false, reason: 'aborted' });
    expect(options).toEqual([{ owner: 'ada', signal: stop.signal }]);
  });

  it('keeps a limited amount, and reports that there is more', async () => {
    const long = await read({ type: 'text/plain', body: Buffer.from('x'.repeat(pageTextLimit + 1)) });
    expect(long).toMatchObject({ ok: true, cut: true, text: 'x'.repeat(pageTextLimit) });
  });

  it('reports why there is nothing to read', async () => {
    expect(await read({ ok: false, reason: 'address' })).toEqual({ ok: false, reason: 'address' });
    expect(await read({ body: Buffer.from('<body><script>1</script></body>') })).toEqual({
      ok: false,
      reason: 'empty',
    });
    expect(await read({ body: Buffer.from(article) }, undefined, AbortSignal.abort())).toEqual({
      ok: false,
      reason: 'aborted',
    });
  });

  it('goes through the egress client: by redirects and compressed, and never to internal addresses', async () => {
    const server = createServer(({ url }, response) => {
      if (url === '/') return response.writeHead(302, { location: '/rivers' }).end();
      const headers = { 'content-type': 'text/html; charset=windows-1252', 'content-encoding': 'gzip' };
      return response.writeHead(200, headers).end(gzipSync(Buffer.from('<p>Caf\u{E9}</p>', 'latin1')));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const extraction = { read: async () => ({ kind: 'unreadable', reason: 'broken' }) as const };
    const [open, guarded] = [createEgress({ isPublic: () => true, isPort: () => true }), createEgress()];
    const answers = [
      await readPage({ egress: open, extraction, readHtml: createHtmlReader({ time: 100_000 }) }, origin, signal),
      await readPage({ egress: guarded, extraction, readHtml: createHtmlReader({ time: 100_000 }) }, origin, signal),
    ];
    await Promise.all([open.close(), guarded.close()]);
    server.close();
    expect(answers).toEqual([
      { ok: true, url: `${origin}/rivers`, title: '127.0.0.1', text: 'Café', cut: false },
      { ok: false, reason: 'address' },
    ]);
  });

  it('skips an unreadable page, and continues', async () => {
    const bomb = '<div>'.repeat(400_000);
    expect(await read({ body: Buffer.from(bomb) }, undefined, signal, 500)).toEqual({ ok: false, reason: 'empty' });
    expect(await read({ body: Buffer.from(article) })).toMatchObject({ ok: true });
  });

  it('ends a process that is stuck, and keeps what it has read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-pages-'));
    const program = join(folder, 'stuck.mjs');
    const page = '{ page: { title: "", text: `One ${process.pid}` } }';
    writeFileSync(program, `process.once('message', () => process.send(${page}, () => { for (;;); }));`);
    const read = (time: number) => createHtmlReader({ time, program })('<p>One</p>', signal);
    let found: Awaited<ReturnType<typeof read>>;
    // The start of the process counts, too.
    for (let time = 1000; !found && time < 100_000; time *= 2) found = await read(time);
    const [word, id] = found?.text.split(' ') ?? [];
    expect(word).toBe('One');
    await vi.waitFor(() => expect(() => process.kill(Number(id), 0)).toThrow('ESRCH'));
    rmSync(folder, { recursive: true });
  });

  it('ends a process that uses too much memory, and says so', async () => {
    const warn = vi.fn<WarnLog['warn']>();
    const html = `<p>${'<b>x</b>'.repeat(3_000_000)}</p>`;
    expect(await createHtmlReader({ time: 60_000, log: { warn } })(html, signal)).toBeUndefined();
    expect(warn.mock.calls.map(([, text]) => text)).toEqual(['The text of a page could not be extracted.']);
  });

  it('reads some at the same time, each with its own text, and drops requests that were canceled while waiting', async () => {
    const readHtml = createHtmlReader({ atOnce: 1, time: 100_000 });
    const gone = new AbortController();
    const answers = [
      readHtml('<p>One</p>', signal),
      readHtml('<p>Two</p>', gone.signal),
      readHtml('<p>Three</p>', signal),
    ];
    gone.abort();
    expect((await Promise.all(answers)).map((page) => page?.text)).toEqual(['One', undefined, 'Three']);
  });
});
