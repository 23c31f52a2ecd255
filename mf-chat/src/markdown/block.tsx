import { memo } from 'react';
import { isOpenFormula } from './blocks.ts';
import { CodeBlock } from './code-block.tsx';
import { fencedCode } from './fenced-code.ts';
import { RenderedBlock } from './lazy-block.tsx';
import { OpenFormula } from './lazy-formula.tsx';
import type { Parsed } from './parse-cache.ts';

interface BlockProps {
  readonly text: string;
  /** The text still grows: its code is plain. */
  readonly growing: boolean;
  /** Its words appear one by one. */
  readonly calm?: boolean;
  /** What of the finished text was parsed before. */
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
  // What stands is not rendered again for what is known of its text only now.
  (a, b) => a.text === b.text && a.growing === b.growing && a.calm === b.calm,
);
