/** Minor units as people read them: `$10.00`, `R1,728.00`. */
export const money = (minor: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(minor / 100);

export const day = (date: Date): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
