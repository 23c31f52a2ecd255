import { memo } from 'react';
import { CodeBlock } from './code-block.tsx';
import { fencedCode } from './fenced-code.ts';
import { RenderedBlock } from './lazy-block.tsx';
import type { Parsed } from './parse-cache.ts';

interface BlockProps {
  readonly text: string;
  /** The text still grows: plain code, words that appear one by one. */
  readonly growing: boolean;
  /** What of the finished text was parsed before. */
  readonly parsed?: Parsed | undefined;
}

/** One block of an answer. */
export const Block = memo(({ text, growing, parsed }: BlockProps) => {
  const fenced = fencedCode(text);
  if (fenced) return <CodeBlock open={growing} language={fenced.language} code={fenced.code} />;
  if (text.trim() === '') return null;
  return <RenderedBlock text={text} growing={growing} parsed={parsed} />;
});
