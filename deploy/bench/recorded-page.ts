import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A page of a server-rendered chat, recorded from chat-ui: what it sends, and how much its script does before a message
 * can be sent. Sizes are transferred bytes. The texts do not compress, so nothing is compressed. README.md says how it
 * was made.
 */
const weight = { html: 18_000, styles: [38_000, 36_000], scripts: 42, scriptBytes: 9_000, work: 12_000_000 } as const;

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

const style = (bytes: number, seed: number): string =>
  Array.from(
    { length: Math.floor(bytes / 70) },
    (_, at) => `.x${at}-${noise(14, seed + at)}{margin:${at % 9}px;padding:${at % 7}px;color:#333}`,
  ).join('\n');

/** A module as bundlers write it: functions that are parsed, and run once. */
const script = (at: number): string =>
  Array.from(
    { length: Math.floor(weight.scriptBytes / 90) },
    (_, one) => `const f${at}_${one}=(a)=>a*${one}+${at};/*${noise(40, at * 100 + one)}*/f${at}_${one}(${one});`,
  ).join('\n');

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
${Array.from({ length: 60 }, (_, at) => `<p class="x${at}">${noise(weight.html / 60, at)}</p>`).join('')}
<form><textarea aria-label="Message"></textarea><button id="send" disabled>Send</button></form>
<script type="module" src="/start.js"></script></body></html>`;

const answers = new Map<string, readonly [type: string, text: string]>([
  ['/', ['text/html', html]],
  ['/start.js', ['text/javascript', start]],
  ...weight.styles.map((bytes, at) => [`/style-${at}.css`, ['text/css', style(bytes, at)]] as const),
  ...Array.from({ length: weight.scripts }, (_, at) => [`/script-${at}.js`, ['text/javascript', script(at)]] as const),
]);

/** Serves the recorded page on a free port. */
export const serveRecordedPage = async (): Promise<{ readonly url: string; end(): void }> => {
  const server = createServer((request, response) => {
    const [type, text] = answers.get(request.url ?? '') ?? [];
    if (type === undefined || text === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' }).end(text);
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
