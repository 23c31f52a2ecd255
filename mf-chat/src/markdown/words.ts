import type { Element, ElementContent, Root } from 'hast';

const untouched = new Set(['code', 'pre', 'math', 'svg']);

/** So many of the last words fade in: each one that does costs a layer of its own. */
const fading = 4;

const wrap = (node: Root | Element, words: Element[]): void => {
  node.children = node.children.flatMap((child): ElementContent[] => {
    if (child.type === 'element') {
      if (!untouched.has(child.tagName)) wrap(child, words);
      return [child];
    }
    if (child.type !== 'text') return child.type === 'comment' ? [child] : [];
    return (child.value.match(/\s+|\S+/g) ?? []).map((part) => {
      const text = { type: 'text', value: part } as const;
      if (part.trim() === '') return text;
      const word: Element = { type: 'element', tagName: 'span', properties: { dataWord: '' }, children: [text] };
      words.push(word);
      return word;
    });
  });
};

/** A rehype plugin that wraps each word, so that it can be animated while the text is being written (B4.26). */
export const wrapWords = () => (tree: Root) => {
  const words: Element[] = [];
  wrap(tree, words);
  for (const word of words.slice(-fading)) word.properties['dataWord'] = 'new';
};
