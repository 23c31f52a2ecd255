import { CodeBlock } from './code-block.tsx';
import { fencedCode } from './fenced-code.ts';
import { BlockBoundary, RenderedBlock } from './lazy-block.tsx';

interface BlockProps {
  readonly text: string;
  /** The text still grows: plain code, words that appear one by one. */
  readonly growing: boolean;
}

/** One block of an answer. */
export const Block = ({ text, growing }: BlockProps) => {
  const fenced = fencedCode(text);
  if (fenced) return <CodeBlock open={growing} language={fenced.language} code={fenced.code} />;
  if (text.trim() === '') return null;
  return (
    <BlockBoundary text={text}>
      <RenderedBlock text={text} growing={growing} />
    </BlockBoundary>
  );
};
