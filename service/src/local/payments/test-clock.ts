import type { Config } from '../../config.ts';

/** Whether a subscription's time may be moved by hand: never where the product is public. */
export const hasTestClock = ({
  payments: { stripe },
  public: isPublic,
}: Pick<Config, 'payments' | 'public'>): boolean => !stripe && !isPublic;
