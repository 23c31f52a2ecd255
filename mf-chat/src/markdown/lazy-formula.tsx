import { lazyPart } from '@atrium/shared-kernel/remote';
import { Suspense } from 'react';
import type { FormulaProps } from './formula.tsx';
import styles from './markdown.module.css';

const Drawn = lazyPart(() => import('./formula.tsx'));

/** A formula as it is written in the text. */
export const FormulaSource = ({ tex, display }: FormulaProps) => (
  <code className={display ? styles.formula : undefined}>{tex}</code>
);

/** A formula; what draws it comes with the first one, and until then it stands as it is written. */
export const Formula = (props: FormulaProps) => (
  <Suspense fallback={<FormulaSource {...props} />}>
    <Drawn {...props} />
  </Suspense>
);
