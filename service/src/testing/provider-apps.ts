import { createTestApp, type TestApp } from './app.ts';
import { localPages, type ProviderPages, stripePages } from './provider-pages.ts';
import { startStripe, type StripeStandIn } from './stripe.ts';

export interface ProviderApp extends ProviderPages {
  readonly app: TestApp;
  readonly stripe?: StripeStandIn;
  close(): Promise<void>;
}

/** The whole service with the local payment provider. */
const createLocalApp = async (): Promise<ProviderApp> => {
  const app = await createTestApp();
  return { app, ...localPages(app.services), close: () => app.close() };
};

/** The whole service with Stripe's stand-in, which sends no events. */
const createSilentStripeApp = async (): Promise<ProviderApp> => {
  const stripe = await startStripe();
  const app = await createTestApp({ env: stripe.env });
  const close = async () => {
    await app.close();
    await stripe.stop();
  };
  return { app, stripe, ...stripePages(stripe, app.db), close };
};

export const providerApps = { local: createLocalApp, stripe: createSilentStripeApp };
