import { lazyPart } from '@atrium/shared-kernel/remote';
import { Suspense, useEffect } from 'react';
import type { FormulaProps } from './formula.tsx';
import styles from './markdown.module.css';

const load = () => import('./formula.tsx');
const Drawn = lazyPart(load);
/** It is asked for again where it is drawn. */
const didNotCome = (): void => undefined;

/** The last lines of a formula that is still being written, in no more room than it takes once it is drawn. */
export const OpenFormula = ({ tex }: Pick<FormulaProps, 'tex'>) => {
  useEffect(() => void load().catch(didNotCome), []);
  return <p className={styles.openFormula}>{tex.trim()}</p>;
};

/** A formula as it is written in the text. */
export const FormulaSource = ({ tex, display }: FormulaProps) => (
  <code className={display ? styles.formula : undefined}>{tex}</code>
);

/** A formula; what draws it comes with the first one, and until then it stands as it is written. */
export const Formula = ({ tex, display }: FormulaProps) => (
  <Suspense fallback={<code className={display ? styles.openFormula : undefined}>{tex}</code>}>
    <Drawn tex={tex} display={display} />
  </Suspense>
);
