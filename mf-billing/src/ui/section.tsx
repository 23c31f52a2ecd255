import { type ReactNode, useId } from 'react';
import classes from './section.module.css';

interface SectionProps {
  readonly title: string;
  readonly text?: string;
  /** Actions here cannot be undone. */
  readonly danger?: boolean;
  readonly children: ReactNode;
}

/** A group of settings, with its title next to it, or above it in a narrow layout. */
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

/** Two fields side by side, or one below the other in a narrow layout. */
export const Pair = ({ children }: { readonly children: ReactNode }) => <div className={classes.pair}>{children}</div>;

/** Buttons side by side. */
export const Actions = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.actions}>{children}</div>
);
