import { CodeBlock } from './code-block.tsx';
import { fencedCode } from './fenced-code.ts';
import { BlockBoundary, RenderedBlock } from './lazy-block.tsx';
import type { Parsed } from './parse-cache.ts';

interface BlockProps {
  readonly text: string;
  /** The text still grows: plain code, words that appear one by one. */
  readonly growing: boolean;
  /** What of the finished text was parsed before. */
  readonly parsed?: Parsed | undefined;
}

/** One block of an answer. */
export const Block = ({ text, growing, parsed }: BlockProps) => {
  const fenced = fencedCode(text);
  if (fenced) return <CodeBlock open={growing} language={fenced.language} code={fenced.code} />;
  if (text.trim() === '') return null;
  return (
    <BlockBoundary text={text}>
      <RenderedBlock text={text} growing={growing} parsed={parsed} />
    </BlockBoundary>
  );
};
