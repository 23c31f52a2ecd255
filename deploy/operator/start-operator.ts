import { createServer, type RequestListener, type Server } from 'node:http';
import { inNetworks, localNetworks, networksIn } from '@atrium/shared-kernel/network/proxies';
import { keepAlive } from '../edge/keep-alive.ts';
import type { ReleaseContext } from '../release/commands/command.ts';
import { requests, signingKey, trustedKeys } from '../release/keys.ts';
import type { Upstream } from '../release/upstream.ts';
import { createDesk, type Desk } from './desk.ts';
import { newMemory } from './desk-state.ts';
import { createOperatorHandler } from './server.ts';
import { createOidc, oidcIn } from './sign-in/oidc.ts';
import { createDelivery } from './webhooks/deliver.ts';
import { sendEvent, webhooksIn } from './webhooks/send.ts';

interface Start {
  readonly environment: string;
  readonly origin: string;
  readonly product: string;
  /** Opens the releases. It is called again after a while, to see what others have published. */
  readonly open: () => Promise<ReleaseContext> | ReleaseContext;
  readonly service: Upstream;
  readonly report: (problem: string) => void;
  readonly httpsSeconds?: number | undefined;
  readonly env?: NodeJS.ProcessEnv;
}

/** Milliseconds after which the releases are opened again. */
const reopenAfter = 15_000;
/** Milliseconds after which even what never changes is read again, in case somebody has changed it. */
const forgetAfter = 3_600_000;

const isBelow = (origin: string, product: string): boolean => {
  const [own, others] = [new URL(origin).hostname, new URL(product).hostname];
  return own === others || own.endsWith(`.${others}`);
};

interface Operator {
  readonly handler: RequestListener;
  readonly desk: () => Promise<Desk>;
  /** Notifies webhooks of new events; undefined if there are none. */
  readonly notify: (() => Promise<void>) | undefined;
}

/** The request handler of the operator page's origin, configured by environment variables. */
export const operatorHandler = ({ open, env = process.env, ...given }: Start): Operator => {
  const { environment, origin, product } = given;
  if (origin === product)
    throw new Error(
      'ATRIUM_OPERATOR_ORIGIN is the product’s own origin, where scripts of remotes run: use a different one.',
    );
  let cached: { readonly desk: Promise<Desk>; readonly until: number } | undefined;
  let remembered = { memory: newMemory(), until: Date.now() + forgetAfter };
  const make = async (): Promise<Desk> => {
    const context = await open();
    const { data } = context;
    if (remembered.until <= Date.now()) remembered = { memory: newMemory(), until: Date.now() + forgetAfter };
    return createDesk({
      environment,
      context,
      key: signingKey(data, env, requests),
      trusted: trustedKeys(data, env),
      others: () => delivery?.alerts() ?? [],
      memory: remembered.memory,
    });
  };
  const desk = (): Promise<Desk> => {
    if (!cached || cached.until <= Date.now()) {
      const made = make();
      cached = { desk: made, until: Date.now() + reopenAfter };
      made.catch(() => {
        cached = undefined;
      });
    }
    return cached.desk;
  };
  const webhooks = webhooksIn(env);
  const since = { problem: '', at: new Date().toISOString() };
  let delivery: ReturnType<typeof createDelivery> | undefined;
  const notify = async () => {
    const { documents, state } = await desk();
    delivery ??= createDelivery({
      documents,
      environment,
      webhooks,
      send: sendEvent,
      report: given.report,
    });
    const { trail, requests: recent, history, problem } = await state();
    if (since.problem !== (problem?.code ?? ''))
      Object.assign(since, { problem: problem?.code ?? '', at: new Date().toISOString() });
    await delivery.notify({ environment, trail, requests: recent, history, problem, since: since.at });
  };
  const settings = oidcIn(env);
  const handler = createOperatorHandler({
    ...given,
    desk,
    passkeys: isBelow(origin, product),
    oidc: settings && createOidc(settings, origin),
    isProxy: inNetworks(networksIn(env['ATRIUM_TRUSTED_PROXIES'] ?? localNetworks)),
  });
  return { handler, desk, notify: webhooks.length > 0 ? notify : undefined };
};

/** A server for the page, whose idle connections stay open for as long as those of the edge. */
export const createOperatorServer = (handler?: RequestListener): Server => {
  const server = createServer(handler);
  server.keepAliveTimeout = keepAlive;
  return server;
};
