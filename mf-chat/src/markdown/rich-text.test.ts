import { expect, test } from 'vitest';
import { richText } from './rich-text.ts';

test.each([
  ['# Tides\n\n- **high**\n- low', '<h1>Tides</h1>\n<ul>\n<li><strong>high</strong></li>\n<li>low</li>\n</ul>\n'],
  ['~~a~~', '<p><s>a</s></p>\n'],
  ['```ts\nlet a = "<b>";\n```', '<pre><code class="language-ts">let a = &quot;&lt;b&gt;&quot;;\n</code></pre>\n'],
  ['$a<b$ and\n\n$$\nx^2\n$$', '<p>$a&lt;b$ and</p>\n<p>$$x^2$$</p>\n'],
])('%j is formatted text', (markdown, html) => {
  expect(richText(markdown)).toBe(html);
});

test('a table is a table', () => {
  expect(richText('| a |\n| - |\n| 1 |')).toMatch(/^<table>\n<thead>.*<td>1<\/td>/s);
});

test('nothing hostile is pasted: no script, no unsafe link, no image of another host', () => {
  const html = richText(
    '<script>alert(1)</script> [a](javascript:alert(1)) ![spy](https://spy.test/p.png) [b](https://b.test) <img src=x>',
  );
  expect(html).toBe(
    '<p>&lt;script&gt;alert(1)&lt;/script&gt; [a](javascript:alert(1)) spy <a href="https://b.test">b</a> &lt;img src=x&gt;</p>\n',
  );
});
