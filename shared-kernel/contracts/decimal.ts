/**
 * The number that a user typed in decimal digits, such as `12`, `-4` or `2.9`. Undefined for anything else: `Number`
 * would also accept `0x10`, `1e1`, `+5` and spaces, which are not meant as numbers in a field.
 */
export const decimal = (typed: string): number | undefined =>
  /^-?(?:\d+\.?\d*|\.\d+)$/.test(typed) ? Number(typed) : undefined;

/** A whole number that was typed in decimal digits, without a sign. */
export const wholeNumber = (typed: string): number | undefined => (/^\d+$/.test(typed) ? Number(typed) : undefined);
