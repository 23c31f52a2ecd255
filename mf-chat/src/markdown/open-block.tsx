import { CodeBlock } from './code-block.tsx';
import { BlockBoundary, RenderedBlock } from './lazy-block.tsx';

const fence = /^ {0,3}(`{3,}|~{3,})[^\S\n]*([^\s`]*)[^\n]*(?:\n|$)/;

interface OpenBlockProps {
  readonly text: string;
  /** The block is inside of a code fence: a plain text until that closes. */
  readonly fenced: boolean;
}

/** The block that grows: the only one that is parsed again. */
export const OpenBlock = ({ text, fenced }: OpenBlockProps) => {
  const opened = fenced ? fence.exec(text) : null;
  if (opened) return <CodeBlock open language={opened[2] ?? ''} code={text.slice(opened[0].length)} />;
  if (text.trim() === '') return null;
  return (
    <BlockBoundary text={text}>
      <RenderedBlock text={text} growing />
    </BlockBoundary>
  );
};
