const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Minor units as B9.04 shows them: by 100, two decimals, `R` for rand and `$` else. */
export const money = (minor: number, currency: string): string =>
  `${currency === 'zar' ? 'R' : '$'}${format.format(minor / 100)}`;
