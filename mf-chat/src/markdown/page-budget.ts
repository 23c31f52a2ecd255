/** Maximum elements of all formulas on the page together. Many small formulas freeze a tab just as a large one does. */
export const elementsOfPage = 300_000;

let remaining = elementsOfPage;

export const pageBudget = {
  hasRoom: (): boolean => remaining > 0,
  /** Reserves room for this many elements. Returns a function that releases it, or undefined if there is too little. */
  reserve(elements: number): (() => void) | undefined {
    if (elements > remaining) return undefined;
    remaining -= elements;
    return () => {
      remaining += elements;
    };
  },
};
