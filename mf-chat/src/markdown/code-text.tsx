import type { ElementContent } from 'hast';
import { memo, type ReactNode, Suspense, use, useEffect, useState } from 'react';
import styles from './code-block.module.css';
import { piecesOf } from './code-pieces.ts';
import { inTurn } from './in-turn.ts';

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

interface CodeTextProps {
  readonly code: string;
  readonly language: string;
}

/** Code in the colours of its language; suspends until the highlighter is there. */
const ShortCode = ({ code, language }: CodeTextProps) => {
  const highlight = use(load());
  const nodes = highlight(code, language);
  return nodes ? textOf(nodes) : code;
};

/** A piece of a long code: coloured in a task of its own. */
const ColouredPiece = ({ code, language }: CodeTextProps) => {
  const highlight = use(load());
  const [coloured, setColoured] = useState<ReactNode>();
  useEffect(() => inTurn(() => setColoured(textOf(highlight(code, language) ?? []))), [highlight, code, language]);
  return coloured === undefined || (Array.isArray(coloured) && coloured.length === 0) ? code : coloured;
};

interface PieceProps extends CodeTextProps {
  readonly plain: boolean;
}

/** Whole lines stand as a block of their own: only the last one is laid out again while a code grows. */
const Piece = memo(({ code, language, plain }: PieceProps) => (
  <span className={code.endsWith('\n') ? styles.lines : undefined}>
    {plain ? code : <ColouredPiece code={code} language={language} />}
  </span>
));

/** A long code, piece by piece. */
const LongCode = ({ code, ...rest }: PieceProps) =>
  // oxlint-disable-next-line react/no-array-index-key -- a piece keeps its place
  piecesOf(code).map((piece, index) => <Piece key={index} code={piece} {...rest} />);

/** Longer code than this is shown in pieces. */
const longCode = 4000;

/** The text of a code: plain, or in colours, plain until they are there. */
export const CodeText = ({ plain, ...code }: PieceProps) => {
  const long = code.code.length > longCode;
  const asWritten = long ? <LongCode plain {...code} /> : code.code;
  if (plain) return asWritten;
  return (
    <Suspense fallback={asWritten}>{long ? <LongCode plain={false} {...code} /> : <ShortCode {...code} />}</Suspense>
  );
};
