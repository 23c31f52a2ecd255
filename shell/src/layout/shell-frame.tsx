import { useBehavior } from '@atrium/shared-kernel/remote';
import { useEffect, useRef } from 'react';
import { Outlet, useLocation, useMatches } from 'react-router-dom';
import { AlertList } from '../alerts/alert-list.tsx';
import { ModalStack } from '../modals/modal-stack.tsx';
import type { RouteHandle } from '../router/routes.tsx';
import { useShell } from '../shell-context.ts';
import { UpdatePrompt } from '../update/update-prompt.tsx';

/** A new page is named in the title and gets the focus, as a page load would do it. */
const usePageChange = () => {
  const page = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const { title } = (useMatches().at(-1)?.handle as RouteHandle | undefined) ?? { title: '' };
  const before = useRef(pathname);
  useEffect(() => {
    document.title = title === '' ? 'Atrium' : `${title} – Atrium`;
    if (before.current !== pathname && !page.current?.contains(document.activeElement)) page.current?.focus();
    before.current = pathname;
  }, [pathname, title]);
  return page;
};

/** Around every page: dialogs above it, banners above all (A1.12). While a dialog is open the page is out of reach. */
export const ShellFrame = () => {
  const { modals } = useShell();
  const modal = useBehavior(modals.stack$).length > 0;
  const page = usePageChange();
  return (
    <>
      <div ref={page} tabIndex={-1} inert={modal} style={{ outline: 'none' }}>
        <Outlet />
      </div>
      <ModalStack />
      <UpdatePrompt />
      <AlertList />
    </>
  );
};
