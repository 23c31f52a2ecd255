import { parseArgs } from 'node:util';
import { SMTPServer } from 'smtp-server';

/**
 * `node smtp-server.ts --port N [--user NAME --password WORD]`: a mail server that prints each accepted email as a line
 * of JSON `{ from, to, raw }`. It refuses some recipients, by the part before the `@`.
 */
const { values } = parseArgs({
  options: { port: { type: 'string' }, user: { type: 'string' }, password: { type: 'string' } },
});
const refusal = (code: number, message: string) => Object.assign(new Error(message), { responseCode: code });

type Refusals = Readonly<Record<string, readonly [number, string]>>;
/** In reply to RCPT TO. */
const ofRecipients: Refusals = {
  nobody: [550, 'No mailbox'],
  unknown: [550, '5.1.1 The account does not exist'],
  later: [451, 'Busy'],
  relayed: [554, '5.7.1 Relay access denied'],
  plainly: [550, 'Relaying is not permitted'],
};
/** In reply to the email, as relays report faults of the sender. */
const ofEmails: Refusals = {
  unverified: [554, 'Message rejected: Email address is not verified'],
  quota: [550, '5.4.5 Daily user sending quota exceeded'],
  mismatch: [550, 'The from address does not match a verified sender'],
};
const refusalIn = (refusals: Refusals, address = ''): Error | undefined => {
  const [code, message] = refusals[address.split('@')[0] ?? ''] ?? [];
  return code === undefined ? undefined : refusal(code, `${message} ${address}`);
};

const server = new SMTPServer({
  disabledCommands: values.user === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
  allowInsecureAuth: true,
  authOptional: values.user === undefined,
  onAuth: ({ username, password }, _session, done) => {
    if (username === values.user && password === values.password) done(null, { user: username });
    else done(refusal(535, 'No such user'));
  },
  onRcptTo: ({ address }, _session, done) => {
    done(refusalIn(ofRecipients, address));
  },
  onData: (stream, { envelope }, done) => {
    const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
    const to = envelope.rcptTo.map(({ address }) => address);
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const refused = refusalIn(ofEmails, to[0]);
      if (refused) return done(refused);
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
