const lettersIn = (text: string): number => text.replaceAll(/\s/g, '').length;

export interface Arrivals {
  /** A piece of the text has arrived. */
  arrive(piece: string): void;
  /** Milliseconds from the arrival of each piece to the frame that showed it; ends the watching. */
  end(): readonly number[];
}

/** Watches when the pieces of a text without markup stand on the page. */
export const watchArrivals = (content: Element): Arrivals => {
  const waiting: { readonly letters: number; readonly at: number }[] = [];
  const waits: number[] = [];
  let letters = 0;
  const look = () => {
    const shown = lettersIn(content.textContent ?? '');
    // Its first answer comes with the frame in which the change is laid out.
    const frame = new IntersectionObserver(() => {
      frame.disconnect();
      while ((waiting[0]?.letters ?? Infinity) <= shown) waits.push(performance.now() - (waiting.shift()?.at ?? 0));
    });
    frame.observe(content);
  };
  const changes = new MutationObserver(look);
  changes.observe(content, { subtree: true, childList: true, characterData: true });
  return {
    arrive(piece) {
      letters += lettersIn(piece);
      waiting.push({ letters, at: performance.now() });
    },
    end() {
      changes.disconnect();
      return waits;
    },
  };
};
