import type { Element, ElementContent, Root } from 'hast';

const untouched = new Set(['code', 'pre', 'math', 'svg']);

const wrap = (node: Root | Element): void => {
  node.children = node.children.flatMap((child): ElementContent[] => {
    if (child.type === 'element') {
      if (!untouched.has(child.tagName)) wrap(child);
      return [child];
    }
    if (child.type !== 'text') return child.type === 'comment' ? [child] : [];
    return (child.value.match(/\s+|\S+/g) ?? []).map((part) =>
      part.trim() === ''
        ? { type: 'text', value: part }
        : {
            type: 'element',
            tagName: 'span',
            properties: { dataWord: '' },
            children: [{ type: 'text', value: part }],
          },
    );
  });
};

/** A rehype plugin that wraps each word, so that it can be animated while the text is being written (B4.26). */
export const wrapWords = () => (tree: Root) => {
  wrap(tree);
};
