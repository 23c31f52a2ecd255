import type { Element } from 'hast';
import { memo, type ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CodeBlock } from './code-block.tsx';
import { OutsideImage, OutsideLink } from './outside.tsx';
import { Table } from './table.tsx';
import { wrapWords } from './words.ts';

export const textIn = (element: Element | undefined): string =>
  (element?.children ?? [])
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? textIn(child) : ''))
    .join('');

export const classesOf = (element: Element | undefined): string[] => {
  const names = element?.properties['className'];
  return Array.isArray(names) ? names.map(String) : [];
};

interface PreProps {
  readonly node?: Element | undefined;
  readonly children?: ReactNode;
}

export const Pre = ({ node, children }: PreProps) => {
  const code = node?.children.find((child): child is Element => child.type === 'element');
  if (!code) return <pre>{children}</pre>;
  const language = classesOf(code).find((name) => name.startsWith('language-')) ?? '';
  return (
    <CodeBlock open={false} code={textIn(code).replace(/\n$/, '')} language={language.slice('language-'.length)} />
  );
};

export const components: Components = {
  a: ({ href, children }) => <OutsideLink href={href}>{children}</OutsideLink>,
  img: ({ src, alt }) => <OutsideImage src={typeof src === 'string' ? src : undefined} alt={alt} />,
  table: ({ children }) => <Table>{children}</Table>,
  pre: Pre,
};

const plain = [remarkGfm];
export const animated = [wrapWords];

/** Addresses are judged where they are used. */
export const asWritten = (url: string): string => url;

export interface RenderedBlockProps {
  readonly text: string;
  /** The text still grows: its words appear one by one. */
  readonly growing: boolean;
}

/** One block of markdown. Raw HTML stays text; addresses are judged where they are used. */
const RenderedBlock = memo(({ text, growing }: RenderedBlockProps) => (
  <ReactMarkdown
    remarkPlugins={plain}
    rehypePlugins={growing ? animated : null}
    components={components}
    urlTransform={asWritten}
  >
    {text}
  </ReactMarkdown>
));

export default RenderedBlock;
