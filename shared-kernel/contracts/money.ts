const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * The one notation of amounts (B9.04), from minor units: `$10.00`, `R1,728.00`, `-$10.00`. R for rand or South Africa, else
 * $. `billingCountry` is the payer's, never the reader's: a reader in South Africa of a bill in dollars pays dollars.
 */
export const money = (minor: number, currency: string, billingCountry?: string): string => {
  const symbol = currency.toLowerCase() === 'zar' || billingCountry === 'ZA' ? 'R' : '$';
  return `${minor < 0 ? '-' : ''}${symbol}${format.format(Math.abs(minor) / 100)}`;
};
