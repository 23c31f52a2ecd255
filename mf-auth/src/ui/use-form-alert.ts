import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { useCallback, useRef } from 'react';
import { useHost } from '../remote.ts';

/** Shows why a form failed, and replaces the previous alert. Without a message it only dismisses that one. */
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
