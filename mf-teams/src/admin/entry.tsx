import type { ReactNode } from 'react';
import classes from './admin.module.css';

interface EntryProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  /** What can be done with it. */
  readonly children: ReactNode;
}

/** An agent or a role in a line. */
export const Entry = ({ icon, title, text, children }: EntryProps) => (
  <div className={classes.entry}>
    <span className={classes.entryIcon} aria-hidden>
      {icon}
    </span>
    <div className={classes.entryWords}>
      <p dir="auto" className={classes.entryTitle}>
        {title}
      </p>
      <p className={classes.text}>{text}</p>
    </div>
    {children}
  </div>
);
