const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Minor units as B9.04 has them and people read them: `$10.00`, `R1,728.00`, `-$10.00`. */
export const money = (minor: number, currency: string): string =>
  `${minor < 0 ? '-' : ''}${currency.toLowerCase() === 'zar' ? 'R' : '$'}${format.format(Math.abs(minor) / 100)}`;

export const day = (date: Date): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
