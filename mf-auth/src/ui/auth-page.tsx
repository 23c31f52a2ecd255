import { Link } from '@atrium/shared-kernel/remote';
import { Wordmark } from '@atrium/shared-kernel/ui/brand';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useConfiguration } from '../remote.ts';
import classes from './auth-page.module.css';

interface AuthPageProps {
  /** An icon for the outcome, above the title. */
  readonly mark?: ReactNode | undefined;
  readonly title: string;
  readonly lead?: ReactNode | undefined;
  /** Below the card: the way to the other page. */
  readonly aside?: ReactNode | undefined;
  /** Moves the focus to the title when this page replaces another one. */
  readonly focusTitle?: boolean | undefined;
  /** Wider, for long texts. */
  readonly wide?: boolean | undefined;
  readonly children?: ReactNode | undefined;
}

/** A centered card on the branded background. */
export const AuthPage = ({ mark, title, lead, aside, focusTitle = false, wide = false, children }: AuthPageProps) => {
  const heading = useId();
  const { notice } = useConfiguration();
  const titleRef = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (focusTitle) titleRef.current?.focus();
  }, [focusTitle]);

  return (
    <div className={classes.page}>
      <section className={classes.column} data-wide={wide || undefined} aria-labelledby={heading}>
        <Link to="/" className={classes.brand} aria-label="Atrium, home">
          <Wordmark />
        </Link>
        <div className={classes.card}>
          <header className={classes.header}>
            {mark}
            <h1 id={heading} ref={titleRef} tabIndex={-1} className={classes.title}>
              {title}
            </h1>
            {lead && <p className={classes.lead}>{lead}</p>}
          </header>
          {children}
        </div>
        {aside && <p className={classes.aside}>{aside}</p>}
        {notice && (
          <p role="note" className={classes.aside}>
            {notice}
          </p>
        )}
      </section>
    </div>
  );
};
