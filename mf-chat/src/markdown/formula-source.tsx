import styles from './markdown.module.css';

export interface FormulaProps {
  readonly tex: string;
  /** Whether it is on a line of its own. */
  readonly display: boolean;
}

/** The source of a formula. */
export const FormulaSource = ({ tex, display }: FormulaProps) => (
  <code dir="ltr" className={display ? styles.formula : undefined}>
    {tex}
  </code>
);
