import { useEffect, useState } from 'react';

const scrolling = /^(Arrow|Page|End$)/;

/**
 * Whether the user moves through the page with Tab. A list that scrolls because of this does not load more by itself,
 * or a keyboard user would never get past it. A wheel, a press, a touch or a key that scrolls ends it.
 */
export const useTabbing = (): boolean => {
  const [tabbing, setTabbing] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    const update = (event: Event) => {
      const key = event instanceof KeyboardEvent ? event.key : 'PageDown';
      if (key === 'Tab') setTabbing(true);
      else if (scrolling.test(key)) setTabbing(false);
    };
    for (const type of ['keydown', 'wheel', 'pointerdown', 'touchmove'])
      document.addEventListener(type, update, { passive: true, capture: true, signal: ended.signal });
    return () => ended.abort();
  }, []);
  return tabbing;
};
