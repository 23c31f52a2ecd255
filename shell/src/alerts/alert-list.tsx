import { useBehavior } from '@atrium/shared-kernel/remote';
import { type FocusEvent, type MouseEvent, useRef } from 'react';
import { useShell } from '../shell-context.ts';
import { AlertBanner } from './alert-banner.tsx';
import styles from './alert-list.module.css';

/** Before the keyboard closes the banner that has the focus, the focus moves to the next one, or to where it was. */
const useFocusAfter = () => {
  const before = useRef<EventTarget>(null);
  return {
    onFocus({ currentTarget, relatedTarget }: FocusEvent) {
      if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
    },
    onClickCapture({ target }: MouseEvent<HTMLElement>) {
      // A click with a pointer would hold the next banner, because it has the focus.
      if (!(target instanceof Element && target.matches(':focus-visible'))) return;
      const item = target.closest('li');
      const next = item?.nextElementSibling ?? item?.previousElementSibling;
      const page = document.querySelector('main')?.closest('[tabindex]');
      for (const to of [next?.querySelector('[aria-label="Dismiss"]'), before.current, page]) {
        if (to instanceof HTMLElement) to.focus();
        if (document.activeElement === to) return;
      }
    },
  };
};

/**
 * Banners above every page, the newest nearest to the edge. The region is there before them, because screen readers say
 * nothing about a live region that is added together with its text.
 */
export const AlertList = () => {
  const { alerts } = useShell();
  const shown = useBehavior(alerts.alerts$);
  return (
    <section aria-label="Notifications" aria-live="polite" className={styles.region} {...useFocusAfter()}>
      <ol className={styles.list}>
        {shown.map((alert) => (
          <AlertBanner key={alert.id} alert={alert} alerts={alerts} />
        ))}
      </ol>
    </section>
  );
};
