import S3rver from '@20minutes/s3rver';

/**
 * An S3-compatible server as a process of its own: `node s3-server.ts <folder>`, with the bucket `releases` and the keys
 * S3RVER and S3RVER. It says `Listening: <url>` and ends with its input. The server checks signatures; what it lacks of
 * S3 stands before it here: `If-None-Match: *` on PUT, and that nobody sees half an object.
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
/** Runs alone among all that asked for the same path before. */
const alone = async (path: string, run: () => Promise<void>): Promise<void> => {
  const before = turns.get(path) ?? Promise.resolve();
  const mine = before.then(run);
  const ended = mine.catch(() => {});
  turns.set(path, ended);
  await mine;
  if (turns.get(path) === ended) turns.delete(path);
};

server.middleware.unshift((exchange, next) =>
  alone(exchange.path, async () => {
    const [, bucket = '', ...key] = decodeURIComponent(exchange.path).split('/');
    const onlyNew = exchange.method === 'PUT' && exchange.headers['if-none-match'] === '*';
    if (!onlyNew || !(await server.store.existsObject(bucket, key.join('/')))) {
      await next();
      return;
    }
    exchange.status = 412;
    exchange.type = 'application/xml';
    exchange.body = '<Error><Code>PreconditionFailed</Code><Message>It is there already.</Message></Error>';
  }),
);

const { port } = await server.run();
process.stdout.write(`Listening: http://127.0.0.1:${port}\n`);
process.stdin.resume();
process.stdin.once('end', () => process.exit());
