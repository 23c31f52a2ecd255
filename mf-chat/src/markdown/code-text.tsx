import type { ElementContent } from 'hast';
import { memo, type ReactNode, useEffect, useReducer } from 'react';
import styles from './code-block.module.css';
import { piecesOf } from './code-pieces.ts';
import type * as Highlighter from './highlight.ts';
import { inTurn } from './render-queue.ts';

/** 14 languages weigh 27 kB: they come with the first closed code block. */
let loading: Promise<typeof Highlighter> | undefined;
const load = () => (loading ??= import('./highlight.ts'));

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

/** Pieces of code that were coloured last: a message that comes into sight again has its colours at once. */
const cache = new Map<string, ReactNode>();
const mostCached = 200;

const store = (key: string, coloured: ReactNode): void => {
  cache.set(key, coloured);
  for (const oldest of cache.keys()) {
    if (cache.size <= mostCached) return;
    cache.delete(oldest);
  }
};

interface CodeTextProps {
  readonly code: string;
  readonly language: string;
}

/** A piece of code: as written, and in the colours of its language once the page has found the time. */
const Coloured = ({ code, language }: CodeTextProps) => {
  const key = `${language}\n${code}`;
  const coloured = cache.get(key);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const wanted = coloured === undefined && language !== '';
  useEffect(() => {
    if (!wanted) return undefined;
    let ended = false;
    let giveUp = () => {};
    const colour = async () => {
      try {
        const { highlight, prepare, warmUp } = await load();
        if (ended) return;
        // Each takes long where it is done for the first time: turns of their own.
        giveUp = inTurn(
          warmUp,
          () => prepare(language),
          () => {
            const nodes = highlight(code, language);
            store(key, nodes ? textOf(nodes) : code);
            redraw();
          },
        );
      } catch {
        // Code reads as well without colours; the next one asks for them again.
        loading = undefined;
      }
    };
    giveUp = inTurn(() => void colour());
    return () => {
      ended = true;
      giveUp();
    };
  }, [wanted, key, code, language]);
  return coloured ?? code;
};

interface PieceProps extends CodeTextProps {
  readonly plain: boolean;
}

/** Whole lines stand as a block of their own: only the last one is laid out again while a code grows. */
const Piece = memo(({ code, language, plain }: PieceProps) => (
  <span className={code.endsWith('\n') ? styles.lines : undefined}>
    {plain ? code : <Coloured code={code} language={language} />}
  </span>
));

/** Longer code than this is shown in pieces. */
const longCode = 3000;

/** The text of a code: plain, or in colours, plain until they are there. */
export const CodeText = ({ plain, code, language }: PieceProps) => {
  if (code.length > longCode)
    return piecesOf(code).map((piece, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- a piece keeps its place
      <Piece key={index} code={piece} language={language} plain={plain} />
    ));
  return plain ? code : <Coloured code={code} language={language} />;
};
