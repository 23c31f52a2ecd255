/** Between single dollars only what cannot be an amount of money counts. */
const math = /\$\$[^]+?\$\$|(?<![\\$\w])\$(?=[^\s$])[^$\n]*[\\^_={}][^$\n]*(?<=\S)\$(?!\w)/;

export const hasMath = (text: string): boolean => text.includes('$') && math.test(text);
