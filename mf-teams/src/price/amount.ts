interface Invoice {
  /** Minor currency units; below zero it is given back. */
  readonly amount_due: number;
  readonly currency: string;
}

const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * An amount as B9.04 has it: divided by 100 with two decimals; R for rand or South Africa, else $. `billingCountry` is the
 * payer's, never the reader's: a reader in South Africa of a bill in dollars pays dollars.
 */
export const amountOf = ({ amount_due: minor, currency }: Invoice, billingCountry?: string): string => {
  const symbol = currency.toLowerCase() === 'zar' || billingCountry === 'ZA' ? 'R' : '$';
  return `${minor < 0 ? '-' : ''}${symbol}${format.format(Math.abs(minor) / 100)}`;
};
