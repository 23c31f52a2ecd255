/**
 * A short hash of texts in their order, the same in the service and in browsers (cyrb53). It tells whether both have the
 * same. It keeps nothing secret.
 */
export const fingerprint = (texts: readonly string[]): string => {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (const unit of texts.join('\n')) {
    const code = unit.codePointAt(0)!;
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (2 ** 32 * (low & 0x1f_ff_ff) + (high >>> 0)).toString(36);
};
