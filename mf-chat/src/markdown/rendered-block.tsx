import type { Element } from 'hast';
import { lazy, memo, Suspense } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import { CodeBlock } from './code-block.tsx';
import { hasMath } from './has-math.ts';
import { OutsideImage, OutsideLink } from './outside.tsx';
import { Table } from './table.tsx';
import { wrapWords } from './words.ts';

const Formula = lazy(() => import('./math.tsx'));

const textIn = (element: Element | undefined): string =>
  (element?.children ?? [])
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? textIn(child) : ''))
    .join('');

const classesOf = (element: Element | undefined): string[] => {
  const names = element?.properties['className'];
  return Array.isArray(names) ? names.map(String) : [];
};

const formulaOf = (element: Element) => {
  const classes = classesOf(element);
  if (!classes.includes('language-math')) return undefined;
  const tex = textIn(element);
  return (
    <Suspense fallback={tex}>
      <Formula tex={tex} display={classes.includes('math-display')} />
    </Suspense>
  );
};

const components: Components = {
  a: ({ href, children }) => <OutsideLink href={href}>{children}</OutsideLink>,
  img: ({ src, alt }) => <OutsideImage src={typeof src === 'string' ? src : undefined} alt={alt} />,
  table: ({ children }) => <Table>{children}</Table>,
  code: ({ node, children }) => (node && formulaOf(node)) ?? <code>{children}</code>,
  pre: ({ node, children }) => {
    const code = node?.children.find((child): child is Element => child.type === 'element');
    if (!code) return <pre>{children}</pre>;
    const formula = formulaOf(code);
    if (formula) return formula;
    const language = classesOf(code).find((name) => name.startsWith('language-')) ?? '';
    return (
      <CodeBlock open={false} code={textIn(code).replace(/\n$/, '')} language={language.slice('language-'.length)} />
    );
  },
};

const plain = [remarkGfm];
const withMath = [remarkGfm, remarkMath];
const animated = [wrapWords];

export interface RenderedBlockProps {
  readonly text: string;
  /** The text still grows: its words appear one by one. */
  readonly growing: boolean;
}

/** One block of markdown. Raw HTML stays text; addresses are judged where they are used. */
const RenderedBlock = memo(({ text, growing }: RenderedBlockProps) => (
  <ReactMarkdown
    remarkPlugins={hasMath(text) ? withMath : plain}
    rehypePlugins={growing ? animated : null}
    components={components}
    urlTransform={(url) => url}
  >
    {text}
  </ReactMarkdown>
));

export default RenderedBlock;
