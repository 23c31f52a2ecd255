import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { openConfiguredDatabase } from '../../adapters/database/open.ts';
import { choosePayments } from '../../adapters/payments/choose.ts';
import { readConfig } from '../../config.ts';
import { takeEvent } from '../../domain/billing/events.ts';
import type { SyncServices } from '../../domain/billing/sync.ts';
import { startStripe } from '../stripe.ts';
import { play } from './play.ts';
import { localWorld, stripeWorld } from './worlds.ts';

/** `node run.ts --provider local|stripe --sequences N [--seed N]`: plays and prints the result as a line of JSON. */
const { values } = parseArgs({
  options: { provider: { type: 'string' }, sequences: { type: 'string' }, seed: { type: 'string' } },
});
const clock = { now: Date.parse('2027-01-30T09:30:00Z') / 1000 };
const now = () => clock.now * 1000;
const folder = mkdtempSync(join(tmpdir(), 'atrium-money-'));
const stripe = values.provider === 'stripe' ? await startStripe() : undefined;
const config = readConfig({ ATRIUM_ORIGIN: 'http://atrium.test', ATRIUM_DATA: folder, ...stripe?.env });
const database = await openConfiguredDatabase(config, (error) => {
  throw new Error('The pool broke.', { cause: error });
});
const payments = await choosePayments(config, database, now);
// Nobody is signed in: there are no sessions to forget.
const services: SyncServices = { database, payments, now, sessions: { forget: () => undefined } };

/** Takes events as the product's route does. */
const webhook = createServer((request, response) => {
  const take = async () => {
    const event = await payments.readEvent!(await buffer(request), String(request.headers['stripe-signature']));
    await takeEvent(services, event);
  };
  take().then(
    () => response.end(),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      response.writeHead(500).end();
    },
  );
});
try {
  const options = { sequences: Number(values.sequences ?? 100), seed: Number(values.seed ?? 1) };
  if (stripe) {
    await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve));
    const address = webhook.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await stripe.act('webhooks', { url: `http://127.0.0.1:${port}/` });
  }
  const world = stripe ? await stripeWorld(services, clock, stripe) : localWorld(services, clock);
  process.stdout.write(`${JSON.stringify(await play(world, options))}\n`);
} finally {
  webhook.close();
  webhook.closeAllConnections();
  await stripe?.stop();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}
