interface Invoice {
  /** Minor currency units; below zero it is given back. */
  readonly amount_due: number;
  readonly currency: string;
}

const format = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** An amount as B9.04 has it: divided by 100 with two decimals; R for rand or South Africa, else $. */
export const amountOf = ({ amount_due: minor, currency }: Invoice, countryCode: string | undefined): string => {
  const symbol = currency.toLowerCase() === 'zar' || countryCode === 'ZA' ? 'R' : '$';
  return `${minor < 0 ? '-' : ''}${symbol}${format.format(Math.abs(minor) / 100)}`;
};
