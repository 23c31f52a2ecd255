/** Elements of all formulas on the page together: many small ones stop a tab as one large one does. */
export const elementsOfPage = 300_000;

let left = elementsOfPage;

export const pageBudget = {
  hasRoom: (): boolean => left > 0,
  /** Takes room for so many elements; answers how to give it back, or undefined where there is too little. */
  take(elements: number): (() => void) | undefined {
    if (elements > left) return undefined;
    left -= elements;
    return () => {
      left += elements;
    };
  },
};
