import { AsyncLocalStorage } from 'node:async_hooks';
import { rmSync } from 'node:fs';
import S3rver from '@20minutes/s3rver';
import S3Error from '@20minutes/s3rver/lib/models/error.js';

/**
 * `node s3-server.ts <folder>`: an S3-compatible server with the bucket `releases` and the keys S3RVER and S3RVER. It
 * prints `Listening: <url>`. When its standard input closes, it removes the folder and ends. The server checks
 * signatures. Added here is what it lacks: `If-None-Match: *` on PUT, and that incomplete objects are not visible.
 */
const [directory = ''] = process.argv.slice(2);
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory,
  vhostBuckets: false,
  configureBuckets: [{ name: 'releases' }],
});

const turns = new Map<string, Promise<unknown>>();
/** Runs after all earlier requests for the same path. */
const alone = async (path: string, run: () => Promise<void>): Promise<void> => {
  const before = turns.get(path) ?? Promise.resolve();
  const mine = before.then(run);
  const ended = mine.catch(() => {});
  turns.set(path, ended);
  await mine;
  if (turns.get(path) === ended) turns.delete(path);
};

/** Whether the current request may only create a new object. */
const onlyNew = new AsyncLocalStorage<boolean>();
const putObject = server.store.putObject.bind(server.store);
server.store.putObject = async (object) => {
  if (onlyNew.getStore() && (await server.store.existsObject(object.bucket, object.key)))
    throw new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
  return putObject(object);
};
server.middleware.unshift((exchange, next) =>
  alone(exchange.path, () => onlyNew.run(exchange.headers['if-none-match'] === '*', next)),
);
// The SDK signs the path of a bucket with a trailing slash, which this server drops.
const afterHost = server.middleware.findIndex(({ name }) => name === 'vhost') + 1;
server.middleware.splice(afterHost, 0, (exchange, next) => {
  if (/^\/[^/]+\/$/.test(exchange.path)) {
    exchange.state.vhost = true;
    exchange.mountPath = '/';
  }
  return next();
});

const { port } = await server.run();
process.stdout.write(`Listening: http://127.0.0.1:${port}\n`);
process.stdin.resume();
process.stdin.once('end', () => {
  rmSync(directory, { recursive: true, force: true });
  process.exit();
});
