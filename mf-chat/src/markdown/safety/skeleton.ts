import { safeUrl } from '../../links/safe-url.ts';

const transparent = new Set(['DIV', 'SPAN', 'FIGCAPTION', 'COLGROUP', 'SECTION', 'BDI']);
const dropped = new Set(['BUTTON', 'SVG', 'svg']);

const link = (url: string | null, inside: string) => {
  const safe = safeUrl(url ?? undefined);
  return safe ? `<a ${safe.href}>${inside}</a>` : inside;
};
const image = (alt: string | null) => alt?.trim() || 'Image';

const children = (node: Node): string => [...node.childNodes].map(skeletonOf).join('');

/**
 * The content of a page without its presentation: elements and text, links by their URL if the product opens it, images
 * by their name, code by its text. It is the same for a specification's HTML and for the product's.
 */
const skeletonOf = (node: Node): string => {
  if (node.nodeType === 3) return (node.textContent ?? '').replaceAll(/\s+/g, ' ');
  if (!(node instanceof HTMLElement)) return '';
  const name = node.tagName;
  if (dropped.has(name)) return '';
  if (name === 'FIGURE' || name === 'PRE')
    return `<pre>${(node.querySelector('code')?.textContent ?? '').replace(/\n$/, '')}</pre>`;
  if (name === 'IMG') return image(node.getAttribute('alt'));
  if (name === 'A' && node.querySelector('svg'))
    return image(node.getAttribute('aria-label')?.split(': open image')[0] ?? null);
  if (name === 'A') return link(node.getAttribute('href'), children(node));
  if (name === 'OL') return `<ol ${node.getAttribute('start') ?? 1}>${children(node)}</ol>`;
  if (name === 'INPUT') return node.hasAttribute('checked') ? '[x]' : '[ ]';
  if (transparent.has(name)) return children(node);
  const tag = name.toLowerCase();
  return `<${tag}>${children(node)}</${tag}>`;
};

const around = /\s*(<\/?(?:p|h\d|ul|ol[^>]*|li|blockquote|pre|hr|br|table|thead|tbody|tr|th|td)>)\s*/g;

export const skeleton = (node: Node): string => children(node).replaceAll(around, '$1').trim();
