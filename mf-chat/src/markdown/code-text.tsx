import type { ElementContent } from 'hast';
import { memo, type ReactNode, useEffect, useReducer } from 'react';
import styles from './code-block.module.css';
import { piecesOf } from './code-pieces.ts';
import type * as Highlighter from './highlight.ts';
import { runWhenIdle } from './render-queue.ts';

/** The highlighter with its 14 languages has 27 kB. It is loaded with the first closed block of code. */
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

/** Recently highlighted pieces of code: a message that scrolls back into view has its colors at once. */
const cache = new Map<string, ReactNode>();
const maxCached = 200;

const store = (key: string, highlighted: ReactNode): void => {
  cache.set(key, highlighted);
  for (const oldest of cache.keys()) {
    if (cache.size <= maxCached) return;
    cache.delete(oldest);
  }
};

interface CodeTextProps {
  readonly code: string;
  readonly language: string;
}

/** A piece of code: plain at first, and highlighted once the page has time. */
const Highlighted = ({ code, language }: CodeTextProps) => {
  const key = `${language}\n${code}`;
  const highlighted = cache.get(key);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const needsHighlighting = highlighted === undefined && language !== '';
  useEffect(() => {
    if (!needsHighlighting) return undefined;
    let ended = false;
    let cancel = () => {};
    const run = async () => {
      try {
        const { highlight, prepare, warmUp } = await load();
        if (ended) return;
        // Each of these is slow the first time, so each may get a turn of its own.
        cancel = runWhenIdle(
          warmUp,
          () => prepare(language),
          () => {
            const nodes = highlight(code, language);
            store(key, nodes ? textOf(nodes) : code);
            redraw();
          },
        );
      } catch {
        // Code is readable without colors. The next piece tries to load them again.
        loading = undefined;
      }
    };
    cancel = runWhenIdle(() => void run());
    return () => {
      ended = true;
      cancel();
    };
  }, [needsHighlighting, key, code, language]);
  return highlighted ?? code;
};

interface PieceProps extends CodeTextProps {
  readonly plain: boolean;
}

/** A piece of whole lines is a block element, so that only the last piece is laid out again while code grows. */
const Piece = memo(({ code, language, plain }: PieceProps) => (
  <span className={code.endsWith('\n') ? styles.lines : undefined}>
    {plain ? code : <Highlighted code={code} language={language} />}
  </span>
));

/** In characters. Longer code is shown in pieces. */
const longCode = 3000;

/** The text of a block of code: highlighted as soon as possible, unless it is to stay `plain`. */
export const CodeText = ({ plain, code, language }: PieceProps) => {
  if (code.length > longCode)
    return piecesOf(code).map((piece, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- a piece keeps its place
      <Piece key={index} code={piece} language={language} plain={plain} />
    ));
  return plain ? code : <Highlighted code={code} language={language} />;
};
