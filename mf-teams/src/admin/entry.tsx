import type { ReactNode } from 'react';
import classes from './admin.module.css';

interface EntryProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  /** The actions for it. */
  readonly children: ReactNode;
}

/** A row for an agent or a role. */
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
