import 'katex/dist/katex.min.css';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { drawFormula } from './draw-formula.ts';
import { pageBudget } from './page-budget.ts';
import { type FormulaProps, FormulaSource } from './formula-source.tsx';
import styles from './markdown.module.css';

/** A formula drawn by KaTeX. One that KaTeX cannot read, or that is too large for the page, is shown as source. */
const Formula = ({ tex, display }: FormulaProps) => {
  const container = useRef<HTMLSpanElement>(null);
  const drawn = useMemo(() => (pageBudget.hasRoom() ? drawFormula(tex, display) : undefined), [tex, display]);
  useLayoutEffect(() => {
    if (!drawn) return undefined;
    const release = pageBudget.reserve(drawn.querySelectorAll('*').length);
    const source = document.createElement('code');
    source.textContent = tex;
    container.current?.replaceChildren(release ? drawn : source);
    return release;
  }, [drawn, tex]);
  if (!drawn) return <FormulaSource tex={tex} display={display} />;
  return <span ref={container} dir="ltr" className={display ? styles.formula : styles.formulaInText} />;
};

export default Formula;
