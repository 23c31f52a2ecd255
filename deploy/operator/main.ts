import { httpsSecondsIn, originsIn } from '../edge/known-hosts.ts';
import { drain } from '../edge/drain.ts';
import { dataFolder } from '../release/data-folder.ts';
import { startPolling } from '../release/commands/operators.ts';
import { openContext } from '../release/open-context.ts';
import { upstreamIn } from '../release/upstream.ts';
import { createOperatorServer, operatorHandler } from './start-operator.ts';

/**
 * Runs the operator page as a separate process. Environment variables: PORT and HOST to listen on (127.0.0.1);
 * ATRIUM_OPERATOR_ORIGIN, which must not be an origin of the product; ATRIUM_ORIGIN of the product; ATRIUM_ENVIRONMENT;
 * SERVICE_SOCKET or SERVICE_URL; ATRIUM_STORE; ATRIUM_RELEASE_TRUST; and ATRIUM_REQUEST_KEY, which signs requests but
 * no releases. ATRIUM_OPERATOR_OIDC_ISSUER, _CLIENT_ID, _CLIENT_SECRET and _NAME add a company's own identity provider.
 * ATRIUM_TRUSTED_PROXIES lists the proxies in front of it that may forward the addresses of operators.
 */
const { PORT = '8082', HOST = '127.0.0.1', ATRIUM_ENVIRONMENT = 'local' } = process.env;
const report = (problem: string) => console.error(problem);
const originOf = (name: 'ATRIUM_OPERATOR_ORIGIN' | 'ATRIUM_ORIGIN', usual: string): string => {
  const [first = usual] = originsIn(process.env[name] ?? '');
  return first;
};
const origin = originOf('ATRIUM_OPERATOR_ORIGIN', `http://localhost:${PORT}`);
const product = originOf('ATRIUM_ORIGIN', 'http://localhost:8080');
if (process.env['ATRIUM_RELEASE_KEY'])
  throw new Error('The operator page must not have ATRIUM_RELEASE_KEY: only the signer has it.');
const { handler, notify } = operatorHandler({
  environment: ATRIUM_ENVIRONMENT,
  origin,
  product,
  open: () => openContext(dataFolder(), true),
  service: upstreamIn(process.env),
  report,
  httpsSeconds: httpsSecondsIn({ ...process.env, ATRIUM_ORIGIN: origin }),
});
const server = createOperatorServer(handler);
server.listen(Number(PORT), HOST);
const stopNotifying = notify ? startPolling(notify, 2000, report) : undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    void stopNotifying?.();
    void drain(server, 5000).then(() => process.exit());
  });
