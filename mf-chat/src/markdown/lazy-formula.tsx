import { lazyPart } from '@atrium/shared-kernel/remote';
import { Suspense, useEffect } from 'react';
import type { FormulaProps } from './formula-source.tsx';
import styles from './markdown.module.css';

const load = () => import('./formula.tsx');
const Drawn = lazyPart(load);
/** Drawing the formula tries to load it again. */
const ignoreFailure = (): void => undefined;

/** The last lines of a formula that is still being written, in no more space than the drawn formula takes. */
export const OpenFormula = ({ tex }: Pick<FormulaProps, 'tex'>) => {
  useEffect(() => void load().catch(ignoreFailure), []);
  return (
    <p dir="ltr" className={styles.openFormula}>
      {tex.trim()}
    </p>
  );
};

/** A formula. The code that draws it is loaded with the first one, and until then the source is shown. */
export const Formula = ({ tex, display }: FormulaProps) => (
  <Suspense
    fallback={
      <code dir="ltr" className={display ? styles.openFormula : undefined}>
        {tex}
      </code>
    }
  >
    <Drawn tex={tex} display={display} />
  </Suspense>
);
