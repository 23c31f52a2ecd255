const charactersIn = (text: string): number => text.replaceAll(/\s/g, '').length;

export interface Arrivals {
  /** Call when a piece of the text has arrived. */
  arrive(piece: string): void;
  /** Stops watching, and returns the milliseconds from the arrival of each piece to the frame that showed it. */
  end(): readonly number[];
}

/** Measures when the pieces of a text without markup appear on the page. */
export const watchArrivals = (content: Element): Arrivals => {
  const pending: { readonly characters: number; readonly at: number }[] = [];
  const delays: number[] = [];
  let characters = 0;
  const check = () => {
    const shown = charactersIn(content.textContent ?? '');
    // The observer's first callback runs in the frame in which the change is laid out.
    const frame = new IntersectionObserver(() => {
      frame.disconnect();
      while ((pending[0]?.characters ?? Infinity) <= shown) delays.push(performance.now() - (pending.shift()?.at ?? 0));
    });
    frame.observe(content);
  };
  const changes = new MutationObserver(check);
  changes.observe(content, { subtree: true, childList: true, characterData: true });
  return {
    arrive(piece) {
      characters += charactersIn(piece);
      pending.push({ characters, at: performance.now() });
    },
    end() {
      changes.disconnect();
      return delays;
    },
  };
};
