import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auth, files, session } from '@atrium/shared-kernel/contracts/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDatabase } from '../bench/concurrent-database.ts';
import { Reading } from '../bench/concurrent-reader.ts';
import { type Instance, startInstance } from '../bench/concurrent-service.ts';
import { modelAnswer, startModel } from '../bench/model-server.ts';
import { sendPrompt, post } from '../bench/reply-lines.ts';
import { signIn } from '../bench/stage.ts';
import { ChangeReader } from '../bench/sync-reader.ts';
import { change } from '../bench/sync-stage.ts';
import { type Balancer, createBalancer } from '../testing/balancer.ts';
import { type MailServer, startMail } from '../testing/mail.ts';
import { startAnyRedis } from '../testing/redis.ts';
import { useS3 } from '../testing/s3.ts';
import { createEdge } from './edge.ts';

const answer = { words: 60, everyMs: 40 };
/** From one address per minute, on all instances together. */
const wrongPasswords = 5;

let origin = '';
let balancer: Balancer;
let mail: MailServer;
let [here, there]: Instance[] = [];
let cookie = '';
const ends: (() => unknown)[] = [];

const listen = (server: Server): Promise<number> =>
  new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port));
  });
const toward = (instance: Instance | undefined) => balancer.toward(instance?.url ?? '');
const followed = (reading: Reading) => reading.resume(origin, { cookie });

beforeAll(async () => {
  const data = mkdtempSync(join(tmpdir(), 'atrium-scale-out-'));
  ends.push(() => rmSync(data, { recursive: true, force: true }));
  const [database, redis, model, mailServer, s3] = await Promise.all([
    startDatabase(),
    startAnyRedis(),
    startModel('--mode', 'slow', '--delay', String(answer.everyMs), '--words', String(answer.words)),
    startMail(),
    useS3(),
  ]);
  mail = mailServer;
  ends.unshift(
    () => database.end(),
    () => redis.end(),
    () => model.stop(),
    () => mail.end(),
  );
  balancer = createBalancer();
  const service = { host: '127.0.0.1', port: await listen(balancer.server) };
  const edge = createEdge({ data, environment: 'local', service });
  origin = `http://localhost:${await listen(edge)}`;
  ends.unshift(() => {
    edge.closeAllConnections();
    edge.close();
    balancer.end();
  });
  const env = {
    ...s3.env,
    ATRIUM_OBJECTS: `${s3.newAddress()}/files`,
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Atrium <atrium@example.test>',
    ATRIUM_ORIGIN: origin,
    ATRIUM_LOCAL_PAYMENTS: '1',
    ATRIUM_SECRET_KEY: 'a secret of both instances',
    MODEL_BASE_URL: model.url,
    MODEL_NAME: 'upstream-model',
  };
  [here, there] = await Promise.all([startInstance({ ...env, ATRIUM_SEED: '1' }), startInstance(env)]);
  ends.unshift(() => Promise.all([here?.end(), there?.end()]));
}, 180_000);
afterAll(async () => {
  for (const end of ends) await end();
});

test('a user who signs in on one instance is signed in on the other', async () => {
  toward(here);
  cookie = await signIn(origin, 'premium@atrium.test');
  toward(there);
  const sessions = await fetch(`${origin}/api${session.listSessions.path}`, { headers: { cookie } });
  expect(sessions.status).toBe(200);
});

test('a reply that runs on one instance is read from the other, whole', async () => {
  toward(there);
  const reading = new Reading();
  await reading.read(await sendPrompt(origin, cookie, 'Whole'), () => reading.seq > 10);
  toward(here);
  await followed(reading);
  expect(reading).toMatchObject({ outcome: 'complete', gaps: 0, text: modelAnswer('Whole', answer.words) });
});

test('a file that was uploaded through one instance is opened through the other', async () => {
  toward(here);
  const query = new URLSearchParams({ fileType: 'text/plain', folder: 'chatFiles' });
  const response = await fetch(`${origin}/api${files.uploadUrl.path}?${query}`, { headers: { cookie } });
  const { uploadUrl, key } = files.uploadUrl.output().parse(await response.json());
  toward(there);
  const headers = { 'content-type': 'text/plain', origin };
  expect((await fetch(`${origin}${uploadUrl}`, { method: 'PUT', headers, body: 'The plan.' })).status).toBe(204);
  toward(here);
  const opened = await fetch(`${origin}/objects/${key}`, { headers: { cookie } });
  expect([opened.status, await opened.text()]).toEqual([200, 'The plan.']);
});

test('a limit is one limit for both instances', async () => {
  const statuses: number[] = [];
  for (let at = 0; at <= wrongPasswords; at += 1) {
    toward(at % 2 === 0 ? here : there);
    const body = { email: 'free@atrium.test', password: 'wrong' };
    statuses.push((await post(`${origin}/api${auth.login.path}`, body, { origin })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: wrongPasswords }, () => 400), 429]);
});

const emails = Array.from({ length: 6 }, (_, at) => `person-${at}@example.test`);

test('a job is done once, whichever instance does it', async () => {
  for (const [at, email] of emails.entries()) {
    toward(at % 2 === 0 ? here : there);
    const body = { firstName: 'Ada', lastName: 'Lovelace', email, password: 'Atrium1!Atrium' };
    expect((await post(`${origin}/api${auth.register.path}`, body, { origin })).status).toBe(200);
  }
  await mail.count(emails.length);
  expect(mail.received.toSorted()).toEqual(emails);
});

/** Reads the changes of a signed-in user as a browser does, first from `first` and then from the other instance. */
const readChanges = async (first: Instance | undefined, then: Instance | undefined) => {
  const ids: string[] = [];
  const reader = new ChangeReader({
    urls: [first?.url ?? '', then?.url ?? ''],
    cookie,
    onChanged: ({ kind, ids: changed }) => void (kind === 'memories' && ids.push(...changed)),
  });
  ends.unshift(() => reader.close());
  void reader.follow();
  await reader.ready;
  // A new page also gets the changes of the last few seconds.
  ids.length = 0;
  return { reader, ids };
};
const remember = (on: Instance | undefined, text: string) => change(on?.url ?? '', cookie, text, origin);

test('a change through one instance is received through the other, once', async () => {
  const [ofHere, ofThere] = [await readChanges(here, there), await readChanges(there, here)];
  const changed = [await remember(here, 'Here'), await remember(there, 'There'), await remember(here, 'Again')];
  for (const { ids } of [ofHere, ofThere]) await expect.poll(() => ids).toEqual(changed);
});

test('neither the received part of a reply nor a change is lost with an instance: the other one continues both', async () => {
  toward(there);
  const reading = new Reading();
  await reading.read(await sendPrompt(origin, cookie, 'Orphaned'), () => reading.seq > 15);
  const { reader: follower, ids } = await readChanges(there, here);
  const resets = follower.resets;
  const changed = [await remember(there, 'Before'), await remember(here, 'Just before')];
  await there?.end('SIGKILL');
  toward(here);
  changed.push(await remember(here, 'After'));
  // A stream may start with changes that were made shortly before it.
  await expect.poll(() => ids.filter((id) => changed.includes(id))).toEqual(changed);
  expect(follower).toMatchObject({ connections: 2, resets });
  await followed(reading);
  expect(reading.outcome).toBe('failed');
  expect(reading.text.length).toBeGreaterThan(20);
  expect(modelAnswer('Orphaned', answer.words).startsWith(reading.text)).toBe(true);
  const again = new Reading();
  await again.read(await sendPrompt(origin, cookie, 'Again'));
  expect(again.outcome).toBe('complete');
  // No email was sent twice by a job that the killed instance had started.
  expect(mail.received.toSorted()).toEqual(emails);
});
