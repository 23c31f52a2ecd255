import type { Element } from 'hast';
import { memo, type ReactNode } from 'react';
import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CodeBlock } from './code-block.tsx';
import { NoteReference } from './note-reference.tsx';
import { OutsideImage, OutsideLink } from './outside.tsx';
import type { Parsed } from './parse-cache.ts';
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
  sup: ({ node, children }) => {
    const number = Number(node?.properties['dataNote']);
    return number > 0 ? <NoteReference number={number} /> : <sup>{children}</sup>;
  },
};

/** A definition that was added to the block holds the number of its footnote; the footnotes stand below the whole text. */
const remarkRehypeOptions: Options['remarkRehypeOptions'] = {
  handlers: {
    footnoteReference(state, { identifier }: { identifier: string }) {
      const [content] = state.footnoteById.get(identifier.toUpperCase())?.children ?? [];
      const [number] = content?.type === 'paragraph' ? content.children : [];
      const dataNote = number?.type === 'text' ? Number(number.value) : 0;
      return { type: 'element', tagName: 'sup', properties: { dataNote }, children: [] };
    },
  },
};

const plain = [remarkGfm];
const animated = [wrapWords];

/** Addresses are judged where they are used. */
const asWritten = (url: string): string => url;

export interface RenderedBlockProps {
  readonly text: string;
  /** The text still grows: its words appear one by one. */
  readonly growing: boolean;
  /** What of the finished text was parsed before. */
  readonly parsed?: Parsed | undefined;
}

/** Makes a block of markdown with these plugins and elements. Raw HTML stays text. */
export const blockOf = (remarkPlugins: Options['remarkPlugins'], elements: Components) => {
  const make = (text: string, growing: boolean): ReactNode =>
    // The component is a plain function of its props: what it made can be kept.
    ReactMarkdown({
      children: text,
      remarkPlugins,
      rehypePlugins: growing ? animated : null,
      remarkRehypeOptions,
      components: elements,
      urlTransform: asWritten,
    });
  return memo(({ text, growing, parsed }: RenderedBlockProps) =>
    parsed && !growing ? parsed.of(text, () => make(text, false)) : make(text, growing),
  );
};

/** One block of markdown. */
const RenderedBlock = blockOf(plain, components);

export default RenderedBlock;
