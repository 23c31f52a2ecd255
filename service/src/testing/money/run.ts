import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { openConfiguredDatabase } from '../../compose/database.ts';
import { choosePayments } from '../../compose/payments.ts';
import { readConfig } from '../../config.ts';
import { createLocalParts } from '../../local/parts.ts';
import { applyEvent } from '../../domain/billing/events.ts';
import { createMailbox } from '../../adapters/mail/outbox.ts';
import type { BillingServices } from '../../domain/billing/refunds.ts';
import { startStripe } from '../stripe.ts';
import { localPages, stripePages } from '../provider-pages.ts';
import { playParallel } from './parallel.ts';
import { play } from './play.ts';
import { localWorld, stripeWorld } from './worlds.ts';

/**
 * `node run.ts --provider local|stripe --sequences N|--payers N [--seed N]`: plays random sequences, or payers who all
 * pay at once, and prints the result as a line of JSON.
 */
const { values } = parseArgs({
  options: {
    provider: { type: 'string' },
    sequences: { type: 'string' },
    payers: { type: 'string' },
    seed: { type: 'string' },
  },
});
const clock = { now: Date.parse('2027-01-30T09:30:00Z') / 1000 };
const now = () => clock.now * 1000;
const folder = mkdtempSync(join(tmpdir(), 'atrium-money-'));
const stripe = values.provider === 'stripe' ? await startStripe() : undefined;
const config = readConfig({ ATRIUM_ORIGIN: 'http://atrium.test', ATRIUM_DATA: folder, ...stripe?.env });
const database = await openConfiguredDatabase(config, (error) => {
  throw new Error('The pool broke.', { cause: error });
});
const payments = await choosePayments(config, database, createLocalParts(config), now);
// Nobody is signed in, so there are no sessions to forget.
const services: BillingServices = {
  database,
  payments,
  now,
  config,
  mail: createMailbox({ retainEmails: true }),
  sessions: { forget: () => undefined },
};

/** Receives events like the product's route. */
const webhook = createServer((request, response) => {
  const receive = async () => {
    const event = await payments.readEvent!(await buffer(request), String(request.headers['stripe-signature']));
    await applyEvent(services, event);
  };
  receive().then(
    () => response.end(),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      response.writeHead(500).end();
    },
  );
});
try {
  const seed = Number(values.seed ?? 1);
  if (stripe) {
    await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve));
    const address = webhook.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await stripe.act('webhooks', { url: `http://127.0.0.1:${port}/` });
  }
  const world = stripe ? await stripeWorld(services, clock, stripe) : localWorld(services, clock);
  const result =
    values.payers === undefined
      ? await play(world, { sequences: Number(values.sequences ?? 100), seed })
      : await playParallel(world, stripe ? stripePages(stripe, database.db) : localPages(services), {
          payers: Number(values.payers),
          seed,
        });
  process.stdout.write(`${JSON.stringify(result)}\n`);
} finally {
  webhook.close();
  webhook.closeAllConnections();
  await stripe?.stop();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}
