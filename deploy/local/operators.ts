import { existsSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { originsIn } from '../edge/known-hosts.ts';
import { portOf } from '../edge/port.ts';
import { createOperatorServer, operatorHandler } from '../operator/start-operator.ts';
import { headMemory, startPolling } from '../release/commands/operators.ts';
import { operatorDocuments } from '../release/commands/command.ts';
import { environmentsFolder } from '../release/environment.ts';
import { floorIn, folderFloor } from '../release/floors.ts';
import { requests, signingKey, trustedKeys } from '../release/keys.ts';
import { folderContext } from '../release/open-context.ts';
import { parseRules, readPolicy, writePolicy } from '../release/operators/policy.ts';
import { createSigner } from '../release/operators/signer.ts';
import { remembered } from '../release/remembered.ts';
import type { Upstream } from '../release/upstream.ts';

interface Start {
  readonly data: string;
  readonly environment: string;
  readonly product: string;
  readonly service: Upstream;
  readonly host: string;
  /** If another program uses it, any free port is used. */
  readonly port: number;
  readonly isPublic: boolean;
  readonly log: (line: string) => void;
}

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' && port !== 0) resolve(listen(server, 0, host));
      else reject(error);
    });
    server.listen(port, host, () => resolve(portOf(server)));
  });

/** Activates the operators of the sources if there are none yet. */
const firstPolicy = async (data: string, environment: string): Promise<void> => {
  const file = join(environmentsFolder, `${environment}.operators.json`);
  const documents = operatorDocuments(folderContext(data));
  const key = signingKey(data);
  if (!existsSync(file)) return;
  // A policy that cannot be read was changed by someone else: the page reports that, and it is not replaced.
  const known = await readPolicy(documents, environment, [key]).catch(() => 'unreadable');
  if (known) return;
  await writePolicy(documents, parseRules(readFileSync(file, 'utf8'), environment), key);
};

/**
 * The operator page and its signer for a product that runs on one machine. If others can reach the product, they start
 * only with ATRIUM_OPERATOR_ORIGIN, the address of the page.
 */
export const startOperators = async ({ data, environment, product, service, host, port, isPublic, log }: Start) => {
  const [given] = originsIn(process.env['ATRIUM_OPERATOR_ORIGIN'] ?? '');
  if (isPublic && given === undefined) return undefined;
  const server = createOperatorServer();
  const listening = await listen(server, port, host);
  const origin = given ?? `http://localhost:${listening}`;
  const open = () => folderContext(data);
  const { handler, notify } = operatorHandler({ environment, origin, product, open, service, report: log });
  server.on('request', handler);
  let stopSigner = async () => {};
  let stopNotifying = async () => {};
  return {
    url: origin,
    /** Starts to execute requests once something is served. */
    async sign() {
      await firstPolicy(data, environment);
      const trusted = trustedKeys(data);
      // The signer asks only for its own environment.
      const highest = remembered((text) => floorIn(text, environment, trusted));
      const poll = createSigner({
        context: {
          ...folderContext(data),
          floor: () => Promise.resolve(highest(folderFloor(join(data, 'environments'), environment), trusted)),
        },
        environment,
        key: signingKey(data),
        trusted,
        pages: trustedKeys(data, process.env, requests),
        head: headMemory(data, environment),
        log,
      });
      stopSigner = startPolling(poll, 250, (problem) => log(`Requests are not executed: ${problem}`));
      if (notify) stopNotifying = startPolling(notify, 2000, (problem) => log(`Webhooks are not notified: ${problem}`));
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await stopSigner();
      await stopNotifying();
    },
  };
};

export type Operators = Awaited<ReturnType<typeof startOperators>>;
