import { Wordmark } from '@atrium/shared-kernel/ui/brand';
import { buttonLook } from '@atrium/shared-kernel/ui/button';
import type { ComponentProps, MouseEvent } from 'react';
import { useShell } from '../shell-context.ts';
import styles from './not-found.module.css';

/** A real link: with a modifier key, the browser follows it. */
const HomeLink = ({ children, ...props }: ComponentProps<'a'>) => {
  const { navigation } = useShell().host;
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigation.navigate('/');
  };
  return (
    <a {...props} href="/" onClick={follow}>
      {children}
    </a>
  );
};

const EmptyPage = ({ title, text }: { title: string; text: string }) => (
  <main className={styles.page}>
    <HomeLink className={styles.brand} aria-label="Atrium, home">
      <Wordmark />
    </HomeLink>
    <div className={styles.text}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.reason}>{text}</p>
      <HomeLink className={buttonLook({ variant: 'primary' })}>Back to Atrium</HomeLink>
    </div>
  </main>
);

/** The page for unknown paths (A2.16). */
export const NotFound = () => (
  <EmptyPage
    title="404 - Not Found"
    text="There’s nothing at this address. The page may have moved, or the link may be incomplete."
  />
);

/** A page of a remote that is disabled. */
export const TurnedOff = ({ text }: { text: string }) => <EmptyPage title="Turned off for now" text={text} />;
