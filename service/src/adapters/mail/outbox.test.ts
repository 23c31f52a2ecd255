import { eq } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../db/database.ts';
import { mails } from '../../db/schema/mail.ts';
import { createTestDatabase } from '../../testing/app.ts';
import { startProcess, type StartedProcess } from '../../testing/started-process.ts';
import { addToGraphile, graphileJobs } from '../jobs/graphile.ts';
import type { AddToTask, RunningJobs } from '../../ports/jobs.ts';
import { createOutbox } from './outbox.ts';
import type { Mail } from '../../ports/mail.ts';
import { createSmtp } from './smtp.ts';
import { readSmtp } from './smtp-config.ts';

interface Delivered {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

let test: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
let server: StartedProcess;
const running: RunningJobs[] = [];
const logged: string[] = [];
const note = (details: object, message: string) => void logged.push(`${message} ${JSON.stringify(details)}`);
const log = { warn: note, error: note };

beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.connection, { max: 20, onError: () => undefined });
  // The first start creates the schema of the jobs.
  await (await graphileJobs(database.pool, log)([])).close();
});
beforeEach(async () => {
  logged.length = 0;
  server = await startProcess('smtp-server.ts');
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.close()));
  await server.stop();
  await database.db.delete(mails);
  await database.pool.query('delete from graphile_worker._private_jobs');
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

interface Opened {
  readonly retainEmails?: boolean;
  readonly url?: string;
  readonly addToTask?: AddToTask;
}
const open = ({
  retainEmails = false,
  url = `smtp://127.0.0.1:${server.address}`,
  addToTask = addToGraphile,
}: Opened = {}) => {
  const smtp = readSmtp({ SMTP_URL: url, MAIL_FROM: 'Atrium, Ltd <post@atrium.test>' });
  return createOutbox({
    db: database.db,
    addToTask,
    deliver: createSmtp(smtp!),
    retainEmails,
    log,
    now: () => Date.UTC(2026, 0, 2),
  });
};
const start = async (outbox: ReturnType<typeof open>) => {
  const jobs = await graphileJobs(database.pool, log)([], outbox.tasks);
  running.push(jobs);
};
/** Runs the first `times` due tasks to their end. */
const runOnce = async (outbox: ReturnType<typeof open>, times = 1) => {
  await database.pool.query(`update graphile_worker._private_jobs set run_at = now()`);
  const ran = Promise.withResolvers<void>();
  let left = times;
  const tasks = outbox.tasks.map((task) => ({
    ...task,
    run: (...given: Parameters<typeof task.run>) =>
      task.run(...given).finally(() => {
        left -= 1;
        if (left === 0) ran.resolve();
      }),
  }));
  const jobs = await graphileJobs(database.pool, log)([], tasks);
  await ran.promise;
  await jobs.close();
};
const mailTo = (to: string, more: Partial<Mail> = {}): Mail => ({
  to,
  subject: 'Welcome to Atrium',
  plain: 'Hello Ada,\nhere is your link: https://atrium.test/auth/set?resetHash=secret',
  html: '<p>Hello <b>Zoë</b>, here is your <a href="https://atrium.test/auth/set?resetHash=secret">link</a></p>',
  ...more,
});
const send = (outbox: ReturnType<typeof open>, mail: Mail) => database.db.transaction((tx) => outbox.send(tx, mail));
const delivered = async () => (await server.next()) as Delivered;
const stored = (to: string) => database.db.select().from(mails).where(eq(mails.recipient, to));
const jobsLeft = async () =>
  (await database.pool.query(`select attempts, max_attempts from graphile_worker._private_jobs order by id`)).rows as {
    attempts: number;
    max_attempts: number;
  }[];

describe('mail by SMTP', () => {
  it('arrives with its headers and both bodies', async () => {
    const outbox = open();
    await start(outbox);
    await send(outbox, mailTo('ada@example.test'));
    const { from, to, raw } = await delivered();
    const mail = await PostalMime.parse(raw);
    const [row] = await stored('ada@example.test');
    expect({ from, to }).toEqual({ from: 'post@atrium.test', to: ['ada@example.test'] });
    expect(mail.from).toMatchObject({ name: 'Atrium, Ltd', address: 'post@atrium.test' });
    expect(mail.to).toMatchObject([{ address: 'ada@example.test' }]);
    expect(mail).toMatchObject({ subject: 'Welcome to Atrium', messageId: `<${row!.id}@atrium.test>` });
    expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }));
    expect(mail.text?.trim()).toBe(mailTo('').plain);
    expect(mail.html?.trim()).toBe(mailTo('').html);
  });

  it('is marked as sent, and its links are deleted, once it was delivered', async () => {
    const outbox = open();
    await send(outbox, mailTo('ada@example.test'));
    expect(await stored('ada@example.test')).toMatchObject([{ sentDate: null, plain: mailTo('').plain }]);
    await runOnce(outbox);
    expect(await stored('ada@example.test')).toMatchObject([
      { sentDate: new Date(Date.UTC(2026, 0, 2)), error: null, plain: '', html: '' },
    ]);
    expect(await jobsLeft()).toEqual([]);
  });

  it('is stored, and shown on the mailbox page', async () => {
    const outbox = open({ retainEmails: true });
    await send(outbox, mailTo('ada@example.test'));
    await runOnce(outbox);
    expect(await stored('ada@example.test')).toMatchObject([mailTo('').plain].map((plain) => ({ plain })));
  });

  it('waits for a server that is down, with the error, and is sent once it is up', async () => {
    const port = server.address;
    await server.stop();
    const outbox = open();
    await send(outbox, mailTo('ada@example.test'));
    await runOnce(outbox);
    const [waiting] = await stored('ada@example.test');
    expect(waiting).toMatchObject({ sentDate: null, error: expect.stringContaining('ECONNREFUSED') });
    expect(await jobsLeft()).toMatchObject([{ attempts: 1, max_attempts: 13 }]);
    server = await startProcess('smtp-server.ts', ['--port', port]);
    await runOnce(outbox);
    expect((await delivered()).to).toEqual(['ada@example.test']);
    expect(await stored('ada@example.test')).toMatchObject([{ sentDate: expect.any(Date), error: null }]);
  });

  it('is retried while the server is busy, and dropped after its last attempt', async () => {
    const outbox = open();
    await send(outbox, mailTo('later@example.test'));
    await runOnce(outbox);
    expect(await stored('later@example.test')).toMatchObject([{ error: expect.stringContaining('451') }]);
    await database.pool.query('update graphile_worker._private_jobs set attempts = max_attempts - 1');
    await runOnce(outbox);
    expect(await stored('later@example.test')).toMatchObject([{ sentDate: null, plain: '', html: '' }]);
  });

  it.each(['nobody', 'unknown'])('is not tried again if the server has no such recipient: %s', async (name) => {
    const outbox = open();
    await send(outbox, mailTo(`${name}@example.test`));
    await runOnce(outbox);
    expect(await stored(`${name}@example.test`)).toMatchObject([
      { sentDate: null, error: expect.stringContaining('550'), plain: '' },
    ]);
    expect(await jobsLeft()).toEqual([]);
  });

  it.each(['unverified', 'quota', 'mismatch', 'relayed', 'plainly'])(
    'is kept and retried if the server refuses it for a fault of the sender: %s',
    async (name) => {
      const outbox = open();
      await send(outbox, mailTo(`${name}@example.test`));
      await runOnce(outbox);
      expect(await stored(`${name}@example.test`)).toMatchObject([
        { sentDate: null, error: expect.stringMatching(/55[04]/), plain: mailTo('').plain, html: mailTo('').html },
      ]);
      expect(await jobsLeft()).toMatchObject([{ attempts: 1, max_attempts: 13 }]);
    },
  );

  it('is never sent for a transaction that was rolled back', async () => {
    const outbox = open();
    const undone = database.db.transaction(async (tx) => {
      await outbox.send(tx, mailTo('ghost@example.test'));
      throw new Error('No.');
    });
    await expect(undone).rejects.toThrow('No.');
    await send(outbox, mailTo('ada@example.test'));
    await runOnce(outbox);
    expect((await delivered()).to).toEqual(['ada@example.test']);
    expect(await server.rest()).toEqual([]);
  });

  it('is added as a task of its own priority', async () => {
    const added: unknown[] = [];
    const outbox = open({ addToTask: async (_tx, { priority }) => void added.push(priority) });
    await send(outbox, mailTo('ada@example.test', { priority: 'low' }));
    await send(outbox, mailTo('ada@example.test'));
    expect(added).toEqual(['low', undefined]);
  });

  it('is sent once, whatever the number of instances', async () => {
    const outbox = open();
    await Promise.all([start(outbox), start(open())]);
    const recipients = Array.from({ length: 12 }, (_, index) => `person${index}@example.test`);
    await Promise.all(recipients.map((to) => send(outbox, mailTo(to))));
    const arrived = await Promise.all(recipients.map(() => delivered()));
    await Promise.all(running.splice(0).map((jobs) => jobs.close()));
    expect(arrived.map(({ to }) => String(to)).toSorted()).toEqual(recipients.toSorted());
    expect(await server.rest()).toEqual([]);
  });

  it('is not sent again by a task that runs a second time', async () => {
    const outbox = open();
    await send(outbox, mailTo('ada@example.test'));
    await runOnce(outbox);
    const [row] = await stored('ada@example.test');
    await addToGraphile(database.db, outbox.tasks[0]!, { mailId: row!.id });
    await runOnce(outbox);
    await delivered();
    expect(await server.rest()).toEqual([]);
  });

  it('contains no header that was injected by a name', async () => {
    const outbox = open();
    const subject = 'Hello Eve\r\nBcc: victim@example.test\r\nX-Evil: yes\n\nBody';
    await send(outbox, mailTo('eve@example.test', { subject }));
    await runOnce(outbox);
    const { to, raw } = await delivered();
    const { headers, bcc } = await PostalMime.parse(raw);
    expect(to).toEqual(['eve@example.test']);
    expect(bcc ?? []).toEqual([]);
    expect(headers.map(({ key }) => key)).not.toContain('x-evil');
  });

  it('supports letters of any language in its subject', async () => {
    const outbox = open();
    await send(outbox, mailTo('eve@example.test', { subject: 'Willkommen, Zoë 你好' }));
    await runOnce(outbox);
    const { raw } = await delivered();
    expect((await PostalMime.parse(raw)).subject).toBe('Willkommen, Zoë 你好');
    expect(raw.split('\r\n').find((line) => line.startsWith('Subject:'))).toMatch(/^[\x20-\x7E]*$/);
  });

  it.each([
    'a@example.test, b@example.test',
    'a@example.test\r\nBcc: b@example.test',
    'Eve <a@example.test>',
    'group: a@b;',
  ])('is sent to one address, never to %j', async (to) => {
    const outbox = open();
    await send(outbox, mailTo(to));
    await runOnce(outbox);
    expect(await stored(to)).toMatchObject([{ sentDate: null, error: 'The recipient is not one address.' }]);
    expect(await server.rest()).toEqual([]);
  });

  it('is logged without the address, whatever the server says', async () => {
    const outbox = open();
    for (const to of ['nobody@example.test', 'later@example.test']) await send(outbox, mailTo(to));
    await runOnce(outbox, 2);
    expect(logged.join('\n')).toContain('rejected an email');
    expect(logged.join('\n')).toContain('could not be delivered');
    expect(logged.join('\n')).not.toContain('example.test');
  });

  it('logs in to the server if it has a password', async () => {
    await server.stop();
    server = await startProcess('smtp-server.ts', ['--user', 'atrium', '--password', 'p@ss:word']);
    const url = `smtp://atrium:${encodeURIComponent('p@ss:word')}@127.0.0.1:${server.address}`;
    const outbox = open({ url });
    await send(outbox, mailTo('ada@example.test'));
    await runOnce(outbox);
    expect((await delivered()).to).toEqual(['ada@example.test']);
  });
});
