import type { OverrideRequest } from './override/start-override.ts';
import type { Product } from './product.ts';

/** Accounts that the service seeds on a local start, all with one password. */
const accounts = [
  ['free@atrium.test', 'no plan'],
  ['premium@atrium.test', 'premium plan'],
  ['member@atrium.test', 'seat in the team Atlas'],
  ['teamadmin@atrium.test', 'admin of the team Atlas'],
  ['admin@atrium.test', 'product admin, premium plan'],
] as const;

/** What is printed when the product is up: first the URL, on a line of its own. */
export const welcome = (product: Pick<Product, 'url' | 'service' | 'public' | 'operatorUrl'>): string[] =>
  product.public ? publicWelcome(product) : localWelcome(product);

type Reached = Pick<Product, 'url' | 'service' | 'operatorUrl'>;

const publicWelcome = ({ url, service, operatorUrl }: Reached): string[] => [
  `Ready: ${url}`,
  '',
  'Others can reach it, so there are no demo accounts, no mailbox, and no sign-in without a provider.',
  ...(operatorUrl ? [`Operate: ${operatorUrl}`] : []),
  `Model:   ${service.model}`,
  'Press Ctrl-C to stop everything.',
];

const localWelcome = ({ url, service, operatorUrl }: Reached): string[] => [
  `Ready: ${url}`,
  '',
  'Only this machine can reach it. The README says how to let others in.',
  'Accounts, all with the password Atrium1!',
  ...accounts.map(([email, what]) => `  ${email.padEnd(24)} ${what}`),
  ...(service.mailbox ? [`Mailbox: ${url}${service.mailbox}`] : []),
  `State:   ${url}/operator`,
  ...(operatorUrl ? [`Operate: ${operatorUrl}, as product admin`] : []),
  `Model:   ${service.model}`,
  'Press Ctrl-C to stop everything.',
];

/** What is printed when a remote runs from its sources within an environment. */
export const overrideWelcome = ({ remote, against }: OverrideRequest, url: string): string[] => [
  `Ready: ${url}`,
  '',
  `${remote} from its sources, all else from ${against}. A change of a source shows at once.`,
  'It is for the browser session that opens this address; Reset in the page shows what is pinned.',
  'Press Ctrl-C to stop everything.',
];
