import { memo } from 'react';
import { isOpenFormula } from './blocks.ts';
import { CodeBlock } from './code-block.tsx';
import { fencedCode } from './fenced-code.ts';
import { RenderedBlock } from './lazy-block.tsx';
import { OpenFormula } from './lazy-formula.tsx';
import type { Parsed } from './parse-cache.ts';

interface BlockProps {
  readonly text: string;
  /** The text is still growing, so its code is not highlighted. */
  readonly growing: boolean;
  /** The text arrives slowly enough to be read, so its words appear one by one. */
  readonly calm?: boolean;
  /** Cached parse results of the finished text. */
  readonly parsed?: Parsed | undefined;
}

/** One block of an answer. */
export const Block = memo(
  ({ text, growing, calm = false, parsed }: BlockProps) => {
    const fenced = fencedCode(text);
    if (growing && (fenced?.language === 'math' || isOpenFormula(text)))
      return <OpenFormula tex={fenced?.code ?? text} />;
    if (fenced && fenced.language !== 'math')
      return <CodeBlock open={growing} language={fenced.language} code={fenced.code} />;
    if (text.trim() === '') return null;
    return <RenderedBlock text={text} growing={calm} parsed={parsed} />;
  },
  // A rendered block is not rendered again just because parse results are cached by now.
  (a, b) => a.text === b.text && a.growing === b.growing && a.calm === b.calm,
);
