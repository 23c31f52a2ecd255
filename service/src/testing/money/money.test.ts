import { afterEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../app.ts';
import { startStripe, type StripeStandIn } from '../stripe.ts';
import { play } from './play.ts';
import { localWorld, stripeWorld } from './worlds.ts';

const start = Date.parse('2027-01-30T09:30:00Z') / 1000;
let app: TestApp | undefined;
let stripe: StripeStandIn | undefined;
afterEach(async () => {
  await app?.close();
  await stripe?.stop();
});

it('matches a simple model, with the local provider', async () => {
  const clock = { now: start };
  app = await createTestApp({ now: () => clock.now * 1000 });
  const { divergences } = await play(localWorld(app.services, clock), { sequences: 20, seed: 7 });
  expect(divergences).toEqual([]);
});

it('matches a simple model, with Stripe’s events sent twice, late, out of order and not at all', async () => {
  const clock = { now: start };
  stripe = await startStripe();
  app = await createTestApp({ env: stripe.env, now: () => clock.now * 1000 });
  const address = await app.app.listen({ port: 0, host: '127.0.0.1' });
  await stripe.act('webhooks', { url: `${address}/api/stripe/webhook` });
  const world = await stripeWorld(app.services, clock, stripe);
  const { divergences } = await play(world, { sequences: 20, seed: 7 });
  expect(divergences).toEqual([]);
});
