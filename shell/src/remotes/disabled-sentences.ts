const turnedOff = 'This part of Atrium is turned off for now. Please try again later.';

/**
 * What a disabled remote's slots, routes and dialogs show if its contract has no sentence for them. Bars are hidden
 * instead.
 */
const sentences: Readonly<Record<string, string>> = {
  'slot shell.main': turnedOff,
  route: turnedOff,
  dialog: turnedOff,
};

/** The sentence for a claim: `slot shell.left`, `route /join`, `dialog chat.share`. */
export const sentenceFor = (claim: string): string => sentences[claim] ?? sentences[claim.split(' ', 1)[0] ?? ''] ?? '';
