const turnedOff = 'This part of Atrium is turned off for now. Please try again later.';

/** What the places of a disabled remote show where its contract has no words for them. Bars have none: they are not there. */
const sentences: Readonly<Record<string, string>> = {
  'slot shell.main': turnedOff,
  route: turnedOff,
  dialog: turnedOff,
};

/** By the claim of the place: `slot shell.left`, `route /join`, `dialog chat.share`. */
export const sentenceFor = (claim: string): string => sentences[claim] ?? sentences[claim.split(' ', 1)[0] ?? ''] ?? '';
