import 'katex/dist/katex.min.css';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { drawFormula } from './draw-formula.ts';
import { pageBudget } from './page-budget.ts';
import { FormulaSource } from './lazy-formula.tsx';
import styles from './markdown.module.css';

export interface FormulaProps {
  readonly tex: string;
  /** It stands on a line of its own. */
  readonly display: boolean;
}

/** A formula as KaTeX draws it; what it cannot read, and what would be too much for the page, is shown as written. */
const Formula = ({ tex, display }: FormulaProps) => {
  const place = useRef<HTMLSpanElement>(null);
  const drawn = useMemo(() => (pageBudget.hasRoom() ? drawFormula(tex, display) : undefined), [tex, display]);
  useLayoutEffect(() => {
    if (!drawn) return undefined;
    const giveBack = pageBudget.take(drawn.querySelectorAll('*').length);
    const source = document.createElement('code');
    source.textContent = tex;
    place.current?.replaceChildren(giveBack ? drawn : source);
    return giveBack;
  }, [drawn, tex]);
  if (!drawn) return <FormulaSource tex={tex} display={display} />;
  return <span ref={place} className={display ? styles.formula : styles.formulaInText} />;
};

export default Formula;
