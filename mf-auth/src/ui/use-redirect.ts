import { redirectDelay } from '@atrium/shared-kernel/contracts/constants';
import { useEffect } from 'react';
import { useHost } from '../remote.ts';

/** Goes on after 3 seconds, in the place of this page; undefined stays. */
export const useRedirect = (to: string | undefined): void => {
  const { navigation } = useHost();
  useEffect(() => {
    if (to === undefined) return undefined;
    const timer = setTimeout(() => navigation.navigate(to, { replace: true }), redirectDelay);
    return () => clearTimeout(timer);
  }, [to, navigation]);
};
