import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { useCallback, useRef } from 'react';
import { useHost } from '../remote.ts';

/** Shows why a form failed, in the place of what it said before; without a message it takes that away. */
export const useFormAlert = () => {
  const { alerts } = useHost();
  const shown = useRef<string>(undefined);
  return useCallback(
    (message?: string) => {
      if (shown.current !== undefined) alerts.dismiss(shown.current);
      shown.current = message ? alerts.show({ message, type: 'error', time: toastTimes.medium }) : undefined;
    },
    [alerts],
  );
};
