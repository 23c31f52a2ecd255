import { toastTimes } from '@atrium/shared-kernel/contracts/constants';
import { useEffect, useState } from 'react';
import { useHost } from '../remote.ts';

/** Milliseconds for which the check mark is shown after a copy (B9.10). */
const markTime = 2000;

/** Programs paste the richest format that they know. A browser without clipboard items gets the plain text. */
const write = (text: string, html: Promise<string> | undefined): Promise<void> => {
  if (!html || typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(text);
  const formatted = html.then((content) => new Blob([content], { type: 'text/html' }));
  // The clipboard reports this failure, too.
  formatted.catch(() => undefined);
  const plain = new Blob([text], { type: 'text/plain' });
  // A promise within the click, because WebKit refuses a text that comes later.
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': plain, 'text/html': formatted })]);
};

/** Copies a text, with `html` as formatted text, and reports the outcome (B8.14). `copied` is true for 2000 ms. */
export const useCopy = () => {
  const { alerts } = useHost();
  const [marked, setMarked] = useState(0);
  useEffect(() => {
    if (marked === 0) return undefined;
    const timer = setTimeout(() => setMarked(0), markTime);
    return () => clearTimeout(timer);
  }, [marked]);
  const copy = async (text: string, html?: Promise<string>) => {
    try {
      await write(text, html);
      setMarked((times) => times + 1);
      alerts.show({ message: 'Copied to clipboard', type: 'info', time: toastTimes.short });
    } catch {
      alerts.show({ message: 'Failed to copy', type: 'error', time: toastTimes.medium });
    }
  };
  return { copied: marked > 0, copy };
};
