import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

interface SectionProps {
  readonly title: string;
  readonly text?: string;
  /** What is done here cannot be undone. */
  readonly danger?: boolean;
  readonly children: ReactNode;
}

/** A group of settings: its title beside it, above it in a narrow place. */
export const Section = ({ title, text, danger = false, children }: SectionProps) => {
  const heading = useId();
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <div>
        <h3 id={heading} className={classes.title} data-danger={danger || undefined}>
          {title}
        </h3>
        {text && <p className={classes.text}>{text}</p>}
      </div>
      <div className={classes.content}>{children}</div>
    </section>
  );
};

/** Two fields side by side, one below the other in a narrow place. */
export const Pair = ({ children }: { readonly children: ReactNode }) => <div className={classes.pair}>{children}</div>;

/** Buttons side by side. */
export const Actions = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.actions}>{children}</div>
);
