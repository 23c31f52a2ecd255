import type { ElementContent } from 'hast';
import { type ReactNode, use } from 'react';

type Highlight = (code: string, language: string) => readonly ElementContent[] | undefined;

/** 14 languages weigh 27 kB: they come with the first closed code block. */
let loading: Promise<Highlight> | undefined;
const load = () => (loading ??= import('./highlight.ts').then((module) => module.highlight));

const textOf = (nodes: readonly ElementContent[]): ReactNode =>
  nodes.map((node, index) => {
    if (node.type === 'text') return node.value;
    if (node.type !== 'element') return null;
    const names = node.properties['className'];
    return (
      // oxlint-disable-next-line react/no-array-index-key -- a highlighted text never changes its order
      <span key={index} className={Array.isArray(names) ? names.join(' ') : undefined}>
        {textOf(node.children)}
      </span>
    );
  });

/** Code in the colours of its language; suspends until the highlighter is there. */
export const CodeText = ({ code, language }: { code: string; language: string }) => {
  const highlight = use(load());
  const nodes = highlight(code, language);
  return nodes ? textOf(nodes) : code;
};
