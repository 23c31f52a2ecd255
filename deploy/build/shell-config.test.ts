import { expect, test } from 'vitest';
import { runAfterPaint, themeInPage } from './shell-config.ts';

/** What a plugin makes of a page. */
const pageOf = async (html: string, plugin = runAfterPaint): Promise<string> => {
  let made: ((html: string) => string) | undefined;
  const api = {
    modifyRsbuildConfig: () => undefined,
    modifyHTML: ({ handler }: { readonly handler: typeof made }) => {
      made = handler;
    },
  };
  await plugin.setup(api as unknown as Parameters<typeof plugin.setup>[0]);
  return made?.(html) ?? '';
};

const built = `<html><head><meta charset="utf-8" /><title>A</title><script>first()</script>
<script defer src="/react.js" integrity="1" crossorigin="anonymous"></script><script defer src="/index.js" integrity="2"></script><link href="/index.css" rel="stylesheet" integrity="3"></head><body><p>A</p></body></html>`;

test('the page names its files in its first line, and holds back its styles and scripts', async () => {
  expect(await pageOf(built)).toBe(`<html><head><meta charset="utf-8" />\
<link rel="preload" as="script" href="/react.js" integrity="1" crossorigin="anonymous">\
<link rel="preload" as="script" href="/index.js" integrity="2">\
<link rel="preload" as="style" href="/index.css" integrity="3">\
<title>A</title><script>first()</script>
</head><body><p>A</p><template id="entry"><link href="/index.css" rel="stylesheet" integrity="3">\
<script src="/react.js" integrity="1" crossorigin="anonymous"></script><script src="/index.js" integrity="2"></script>\
</template></body></html>`);
});

test('a page without a script, or without styles, is refused', async () => {
  await expect(pageOf(built.replaceAll(/<script defer.*<\/script>/g, ''))).rejects.toThrow('no script');
  await expect(pageOf(built.replace('rel="stylesheet"', ''))).rejects.toThrow('no styles');
});

test('the page has one element with its styles, since the headers name each, and what stands between them stays', async () => {
  const html = '<head><style>a{}</style>\n<!--frame-style--><style>b{}</style></head>';
  expect(await pageOf(html, themeInPage)).toBe('<head><!--frame-style--><style>a{}b{}</style></head>');
});
