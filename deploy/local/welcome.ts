import type { Product } from './product.ts';

/** Accounts that the service seeds on a local start; one password for all. */
const accounts = [
  ['free@atrium.test', 'no plan'],
  ['premium@atrium.test', 'premium plan'],
  ['member@atrium.test', 'seat in the team Atlas'],
  ['teamadmin@atrium.test', 'admin of the team Atlas'],
  ['admin@atrium.test', 'product admin, premium plan'],
] as const;

/** What a person reads when the product is up: the address first, on a line of its own. */
export const welcome = ({ url, service }: Pick<Product, 'url' | 'service'>): string[] => [
  `Ready: ${url}`,
  '',
  'Accounts, all with the password Atrium1!',
  ...accounts.map(([email, what]) => `  ${email.padEnd(24)} ${what}`),
  ...(service.mailbox ? [`Mailbox: ${url}${service.mailbox}`] : []),
  `State:   ${url}/operator`,
  `Model:   ${service.model}`,
  'Ctrl-C ends everything.',
];
