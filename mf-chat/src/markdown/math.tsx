import 'katex/dist/katex.min.css';
import { render } from 'katex';
import { useLayoutEffect, useRef } from 'react';
import styles from './markdown.module.css';

export interface MathProps {
  readonly tex: string;
  readonly display: boolean;
}

/** A formula; KaTeX builds its nodes itself, so no markup is ever parsed. What it cannot read is shown as written. */
export const Formula = ({ tex, display }: MathProps) => {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (place.current)
      render(tex, place.current, { displayMode: display, throwOnError: false, strict: 'ignore', maxExpand: 200 });
  }, [tex, display]);
  return <span ref={place} className={display ? styles.formula : undefined} />;
};
