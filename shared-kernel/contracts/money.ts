const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * Formats an amount in minor units, everywhere the same (B9.04): `$10.00`, `R1,728.00`, `-$10.00`. The symbol is R for
 * rand or South Africa, otherwise $. `billingCountry` is the payer's, never the reader's: a bill in dollars stays in
 * dollars for a reader in South Africa.
 */
export const money = (minor: number, currency: string, billingCountry?: string): string => {
  const symbol = currency.toLowerCase() === 'zar' || billingCountry === 'ZA' ? 'R' : '$';
  return `${minor < 0 ? '-' : ''}${symbol}${format.format(Math.abs(minor) / 100)}`;
};
