import { redirectDelay } from '@atrium/shared-kernel/contracts/constants';
import { useEffect } from 'react';
import { useHost } from '../remote.ts';

/** Navigates after 3 seconds, replacing this page in the history. Undefined stays on the page. */
export const useRedirect = (to: string | undefined): void => {
  const { navigation } = useHost();
  useEffect(() => {
    if (to === undefined) return undefined;
    const timer = setTimeout(() => navigation.navigate(to, { replace: true }), redirectDelay);
    return () => clearTimeout(timer);
  }, [to, navigation]);
};
