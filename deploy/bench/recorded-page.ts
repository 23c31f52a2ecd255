import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants } from 'node:zlib';

/**
 * A page of a server-rendered chat, of the same weight as chat-ui's: `sent` are the bytes that are transferred, and
 * `read` those that the browser reads after decompression. README.md says how they were measured.
 */
const weight = {
  html: 18_600,
  elements: 139,
  styles: [
    { sent: 16_700, read: 144_100 },
    { sent: 1100, read: 4100 },
  ],
  scripts: 46,
  script: { sent: 6200, read: 22_000 },
  /** Numbers that the script adds before a message can be sent. */
  work: 5_000_000,
} as const;

/** Text that is always the same and cannot be compressed. */
const noise = (bytes: number, seed: number): string => {
  let state = seed + 1;
  let text = '';
  while (text.length < bytes) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += state.toString(36);
  }
  return text.slice(0, bytes);
};

/** Characters of noise that compress to a byte, and the share of its length to which everything else does. */
const compression = { noise: 1.5, rest: 0.025 } as const;

/** Lines that fill `read` bytes, with as much noise in comments as compresses to `sent` bytes. */
const filled = (
  { sent, read }: { sent: number; read: number },
  seed: number,
  lineAt: (at: number) => string,
): string => {
  const comment = `/*${noise((sent - read * compression.rest) * compression.noise, seed)}*/`;
  const lines = [comment];
  for (let [at, bytes] = [0, comment.length]; bytes < read; at += 1) {
    const line = lineAt(at);
    lines.push(line);
    bytes += line.length + 1;
  }
  return lines.join('\n');
};

const style = (bytes: { sent: number; read: number }, seed: number): string =>
  filled(bytes, seed, (at) => `.x${at % weight.elements}-${seed}{margin:${at % 9}px;padding:${at % 7}px;color:#333}`);

/** A module as bundlers write it: functions that are parsed, and run once. */
const script = (seed: number): string =>
  filled(weight.script, seed, (at) => `{const f${at % 9}=(a)=>a*${at % 9}+${at % 5};f${at % 9}(${at % 7});}`);

const start = `${Array.from({ length: weight.scripts }, (_, at) => `import '/script-${at}.js';`).join('\n')}
let sum = 0;
for (let at = 0; at < ${weight.work}; at += 1) sum = (sum + Math.sqrt(at)) % 1000;
const text = document.querySelector('textarea');
const follow = () => { document.querySelector('#send').disabled = text.value === ''; };
text.addEventListener('input', follow);
follow();
document.documentElement.dataset.sum = String(sum);`;

const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Recorded</title>
${weight.styles.map((_, at) => `<link rel="stylesheet" href="/style-${at}.css">`).join('')}
${Array.from({ length: weight.scripts }, (_, at) => `<link rel="modulepreload" href="/script-${at}.js">`).join('')}
<style>body{margin:0;font:16px/1.5 sans-serif}form{position:fixed;inset:auto 0 16px;width:720px;margin:auto}textarea{width:100%;height:60px}</style>
</head><body><h1>How can I help?</h1>
${Array.from({ length: weight.elements }, (_, at) => `<p class="x${at}-0">${noise(weight.html / weight.elements - 40, at)}</p>`).join('')}
<form><textarea aria-label="Message"></textarea><button id="send" disabled>Send</button></form>
<script type="module" src="/start.js"></script></body></html>`;

/** The peer compresses its files, and not its page. */
const compressed = (type: string, text: string) => ({
  headers: { 'content-type': `${type}; charset=utf-8`, 'content-encoding': 'br' },
  body: brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
});

const makeAnswers = () =>
  new Map<string, { headers: Record<string, string>; body: string | Buffer }>([
    ['/', { headers: { 'content-type': 'text/html; charset=utf-8' }, body: html }],
    ['/start.js', compressed('text/javascript', start)],
    ...weight.styles.map((bytes, at) => [`/style-${at}.css`, compressed('text/css', style(bytes, at))] as const),
    ...Array.from(
      { length: weight.scripts },
      (_, at) => [`/script-${at}.js`, compressed('text/javascript', script(at))] as const,
    ),
  ]);

/** Serves the recorded page on a free port. */
export const serveRecordedPage = async (): Promise<{ readonly url: string; end(): void }> => {
  const answers = makeAnswers();
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '');
    if (answer) response.writeHead(200, { ...answer.headers, 'cache-control': 'no-store' }).end(answer.body);
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    end() {
      server.close();
      server.closeAllConnections();
    },
  };
};
