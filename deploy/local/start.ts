import { watchLauncher } from './launcher.ts';
import { Problem, sentenceOf } from './problem.ts';
import { parseOverride, startOverride } from './override/start-override.ts';
import { type Product, startProduct } from './product.ts';
import { overrideWelcome, welcome } from './welcome.ts';

const development = process.argv.includes('--dev');
const log = (line: string) => console.log(line);
const early = new AbortController();
let product: Pick<Product, 'stop'> | undefined;
let ending = false;

const end = async () => {
  if (ending) return;
  ending = true;
  if (!product) {
    // An aborted start stops everything it has started, and then fails.
    early.abort();
    return;
  }
  await product.stop();
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
watchLauncher(() => void end());

try {
  const wanted = process.env['PORT'] || '8080';
  const port = /^\d+$/.test(wanted) ? Number(wanted) : Number.NaN;
  if (!(port <= 65_535)) throw new Problem(`PORT is ${wanted}, which is not a port: use a number from 1 to 65535.`);
  const override = development ? parseOverride(process.argv.slice(2)) : undefined;
  if (override) {
    const running = await startOverride({ ...override, port, log, signal: early.signal, startProduct });
    product = running;
    for (const line of overrideWelcome(override, running.url)) log(line);
  } else {
    const { HOST: host, ATRIUM_ORIGIN: origins } = process.env;
    const running = await startProduct({
      port,
      development,
      log,
      signal: early.signal,
      ...(host ? { host } : {}),
      ...(origins ? { origins } : {}),
    });
    product = running;
    for (const line of welcome(running)) log(line);
  }
} catch (error) {
  if (!ending) console.error(sentenceOf(error));
  process.exit(ending ? 0 : 1);
}
