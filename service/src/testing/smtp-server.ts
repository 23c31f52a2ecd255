import { parseArgs } from 'node:util';
import { SMTPServer } from 'smtp-server';

/**
 * `node smtp-server.ts --port N [--user NAME --password WORD]`: a mail server that prints each accepted email as a line
 * of JSON `{ from, to, raw }`. It has no mailbox `nobody@…` (550), and `later@…` is busy (451).
 */
const { values } = parseArgs({
  options: { port: { type: 'string' }, user: { type: 'string' }, password: { type: 'string' } },
});
const refusal = (code: number, message: string) => Object.assign(new Error(message), { responseCode: code });
const server = new SMTPServer({
  disabledCommands: values.user === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
  allowInsecureAuth: true,
  authOptional: values.user === undefined,
  onAuth: ({ username, password }, _session, done) => {
    if (username === values.user && password === values.password) done(null, { user: username });
    else done(refusal(535, 'No such user'));
  },
  onRcptTo: ({ address }, _session, done) => {
    if (address.startsWith('nobody@')) done(refusal(550, `No mailbox ${address}`));
    else if (address.startsWith('later@')) done(refusal(451, `${address} is busy`));
    else done();
  },
  onData: (stream, { envelope }, done) => {
    const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
    const to = envelope.rcptTo.map(({ address }) => address);
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const raw = Buffer.concat(chunks).toString();
      process.stdout.write(`${JSON.stringify({ from, to, raw })}\n`, () => done());
    });
  },
});
const listener = server.listen(Number(values.port ?? 0), '127.0.0.1', () => {
  const address = listener.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  process.stdout.write(`Listening: ${port}\n`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
