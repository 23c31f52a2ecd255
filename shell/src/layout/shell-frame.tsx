import { useBehavior } from '@atrium/shared-kernel/remote';
import { type ReactNode, useEffect, useRef } from 'react';
import { AlertList } from '../alerts/alert-list.tsx';
import { ModalStack } from '../modals/modal-stack.tsx';
import { pageAt } from '../router/routes.tsx';
import { useShell } from '../shell-context.ts';
import styles from './shell-frame.module.css';
import { SlowNote } from './slow-note.tsx';

/** Puts the name of a new page in the title and moves the focus to it, as a page load would. */
const usePageChange = () => {
  const { directory, gallery, host, shownTitle$ } = useShell();
  const page = useRef<HTMLDivElement>(null);
  const { pathname } = useBehavior(host.navigation.location$);
  const title = useBehavior(shownTitle$) || pageAt(directory, pathname, gallery).title;
  const before = useRef(pathname);
  useEffect(() => {
    document.title = title === '' ? 'Atrium' : `${title} – Atrium`;
    if (before.current !== pathname && !page.current?.contains(document.activeElement)) page.current?.focus();
    before.current = pathname;
  }, [pathname, title]);
  return page;
};

/**
 * Surrounds every page. Dialogs lie above it, and banners above those (A1.12). While a dialog is open, the page is
 * inert.
 */
export const ShellFrame = ({ children }: { children: ReactNode }) => {
  const { modals, inspector, deferred$, frame } = useShell();
  const framed = useBehavior(frame.framed$);
  const slow = useBehavior(frame.slow$);
  const modal = useBehavior(modals.stack$).length > 0;
  const page = usePageChange();
  return (
    <>
      <div ref={page} tabIndex={-1} inert={modal || framed} className={framed ? styles.behind : styles.page}>
        {children}
      </div>
      {framed && <SlowNote slow={slow} />}
      <ModalStack />
      {useBehavior(deferred$)}
      <AlertList />
      {inspector}
    </>
  );
};
