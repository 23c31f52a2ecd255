/** Accounts that the service seeds on a local start; one password for all. */
const accounts = [
  ['free@atrium.test', 'no plan'],
  ['premium@atrium.test', 'premium plan'],
  ['member@atrium.test', 'seat in the team Atlas'],
  ['teamadmin@atrium.test', 'admin of the team Atlas'],
  ['admin@atrium.test', 'product admin, premium plan'],
] as const;

const modelInUse = ({ MODEL_BASE_URL, MODEL_NAME }: NodeJS.ProcessEnv): string =>
  MODEL_BASE_URL ? `${MODEL_NAME ?? 'its first model'} at ${MODEL_BASE_URL}` : 'the built-in demo model';

/** What a person reads when the product is up: the address first, on a line of its own. */
export const welcome = (url: string, env: NodeJS.ProcessEnv): Promise<string[]> =>
  Promise.resolve([
    `Ready: ${url}`,
    '',
    'Accounts, all with the password Atrium1!',
    ...accounts.map(([email, what]) => `  ${email.padEnd(24)} ${what}`),
    `Mailbox: ${url}/local/mailbox`,
    `Model:   ${modelInUse(env)}`,
    'Ctrl-C ends everything.',
  ]);
