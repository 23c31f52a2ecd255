import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, figure } from './figure.ts';
import { runTool } from './library.ts';
import { signIn, stage } from './stage.ts';

const megabyte = 1024 * 1024;
const bytes = Number(process.env['ATRIUM_BENCH_IMPORT'] ?? 1024 * megabyte);

/** Peak memory of the importing process, in megabytes; 0 if there is none. */
const peakOfImporter = (): number => {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('imports/child.ts')) continue;
      const [, peak = '0'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
      return Number(peak) / 1024;
    } catch {
      // The process has ended in the meantime.
    }
  }
  return 0;
};

interface Import {
  readonly state: string;
  readonly msg?: string;
  readonly report?: { readonly messages: { readonly added: number; readonly known: number } };
}

/** Imports an export of 1 GB twice, through the product, with the same calls as a browser. */
export const importing = async (log: (text: string) => void): Promise<Figure[]> => {
  const product = await stage(log);
  const folder = mkdtempSync(join(tmpdir(), 'atrium-import-'));
  const file = join(folder, 'export.zip');
  try {
    runTool('make-chatgpt-export', ['--file', file, '--bytes', String(bytes)]);
    const { size } = statSync(file);
    log(`${Math.round(bytes / megabyte)} MB of conversations, ${Math.round(size / megabyte)} MB as a zip.`);
    const cookie = await signIn(product.url);
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', origin: product.url, cookie };
      const response = await fetch(`${product.url}/api${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`);
      return (await response.json()) as { importId: string; uploadUrl: string };
    };
    let peak = 0;
    const once = async (): Promise<{ seconds: number; done: Import }> => {
      const { importId, uploadUrl } = await post('/startImport', { name: 'export.zip', size });
      const upload = await fetch(new URL(uploadUrl, product.url), {
        method: 'PUT',
        headers: { 'content-type': 'application/zip', 'content-length': String(size) },
        body: Readable.toWeb(createReadStream(file)) as ReadableStream,
        duplex: 'half',
      } as RequestInit);
      if (!upload.ok) throw new Error(`The upload was answered with ${upload.status}.`);
      const since = performance.now();
      await post('/runImport', { importId });
      for (;;) {
        peak = Math.max(peak, peakOfImporter());
        const response = await fetch(`${product.url}/api/imports`, { headers: { cookie } });
        const { imports } = (await response.json()) as { imports: (Import & { _id: string })[] };
        const done = imports.find(({ _id }) => _id === importId);
        if (done?.state === 'failed') throw new Error(done.msg ?? 'The import failed.');
        if (done?.state === 'done') return { seconds: (performance.now() - since) / 1000, done };
        await pause(250);
      }
    };
    const first = await once();
    const again = await once();
    const added = first.done.report?.messages.added ?? 0;
    return [
      figure(`memory of an import of ${Math.round(bytes / megabyte)} MB`, peak, 'MB', 256),
      figure('messages imported', added, ''),
      figure('messages imported twice', again.done.report?.messages.added ?? added, '', 0),
      figure('time of the first import', first.seconds, 's'),
      figure('time of the second import', again.seconds, 's'),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await product.end();
  }
};
