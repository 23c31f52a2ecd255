import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { useEffect, useState } from 'react';
import { useHost } from '../remote.ts';

/** Milliseconds that the check mark stands after a copy (B9.10). */
const markTime = 2000;

/** Copies a text and tells how it went (B8.14); `copied` holds for 2000 ms. */
export const useCopy = ({ silent = false }: { readonly silent?: boolean } = {}) => {
  const { alerts } = useHost();
  const [marked, setMarked] = useState(0);
  useEffect(() => {
    if (marked === 0) return undefined;
    const timer = setTimeout(() => setMarked(0), markTime);
    return () => clearTimeout(timer);
  }, [marked]);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setMarked((times) => times + 1);
      if (!silent) alerts.show({ message: 'Copied to clipboard', type: 'info', time: toastTimes.short });
    } catch {
      alerts.show({ message: 'Failed to copy', type: 'error', time: toastTimes.medium });
    }
  };
  return { copied: marked > 0, copy };
};
