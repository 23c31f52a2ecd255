import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

export interface ReadablePage {
  readonly title: string;
  readonly text: string;
}

const blocks = new Set(
  'address article aside blockquote dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tr ul'.split(
    ' ',
  ),
);
const unseen = new Set('head title script style template noscript iframe object svg nav form button'.split(' '));
const [elementNode, textNode] = [1, 3];

/** The text of an element: a blank line between blocks, a dash before list items, a bar between cells. */
const textOf = (root: Node): string => {
  const parts: string[] = [];
  const walk = (node: Node, preformatted: boolean): void => {
    if (node.nodeType === textNode) {
      parts.push(preformatted ? (node.textContent ?? '') : (node.textContent ?? '').replaceAll(/\s+/g, ' '));
      return;
    }
    const name = node.nodeName.toLowerCase();
    if (unseen.has(name)) return;
    if (name === 'br') parts.push('\n');
    const block = node.nodeType === elementNode && blocks.has(name);
    if (block) parts.push('\n\n');
    if (name === 'li') parts.push('- ');
    for (const child of node.childNodes) walk(child, preformatted || name === 'pre');
    if (name === 'td' || name === 'th') parts.push(' | ');
    if (block) parts.push('\n\n');
  };
  walk(root, false);
  return parts
    .join('')
    .replaceAll(/ *\n */g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
};

/** Adds missing `html` and `body` tags, because the parser uses the first element as the root. */
const whole = (html: string): string => (/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`);

/** The readings of a page: first its whole text, then its article if there is one, which takes much longer to find. */
export function* readings(html: string): Generator<ReadablePage> {
  const { document } = parseHTML(whole(html));
  const title = (document.querySelector('title')?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  yield { title, text: textOf(document.documentElement) };
  const article = new Readability(document).parse();
  const text = article?.content ? textOf(parseHTML(whole(article.content)).document.documentElement) : '';
  if (text !== '') yield { title: article?.title?.trim() || title, text };
}
