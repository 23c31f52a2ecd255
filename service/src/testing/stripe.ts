import { startProcess } from './started-process.ts';

export const webhookSecret = 'whsec_test';

export interface StripeStandIn {
  readonly address: string;
  /** Runs an action of `stripe/control.ts`. */
  act(name: string, fields?: object): Promise<Record<string, unknown>>;
  /** The environment for a service that uses it. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts the stand-in for Stripe in a separate process. */
export const startStripe = async (args: readonly string[] = []): Promise<StripeStandIn> => {
  const started = await startProcess('stripe/server.ts', ['--secret', webhookSecret, ...args]);
  const { address } = started;
  return {
    address,
    act: async (name, fields = {}) => {
      const answer = await fetch(`${address}/_test/${name}`, { method: 'POST', body: JSON.stringify(fields) });
      if (!answer.ok) throw new Error(`The stand-in refused ${name}: ${await answer.text()}`);
      return (await answer.json()) as Record<string, unknown>;
    },
    env: { STRIPE_SECRET_KEY: 'sk_test_atrium', STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: address },
    stop: () => started.stop(),
  };
};
