import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { portOf } from '../../edge/port.ts';
import { openVictim, type Victim } from '../../testing/attacks/victim.ts';
import { identity, openOperatorStage, type OperatorStage, pinChat, rulesOf } from '../../testing/operator-stage.ts';
import { createDesk } from '../desk.ts';
import { createDelivery } from './deliver.ts';
import { sendEvent, webhooksIn } from './send.ts';

const secret = `whsec_${Buffer.from('a secret that both sides know..').toString('base64')}`;
let victim: Victim;
let stage: OperatorStage;
let receiver: Server;
let status = 200;
let clock = 0;
let got: { headers: IncomingHttpHeaders; text: string }[] = [];
const problems: string[] = [];
let notify = async () => {};
let alerts = (): string[] => [];

beforeEach(async () => {
  [status, clock, got] = [200, 0, []];
  receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (data: Buffer) => (text += data.toString()));
    request.on('end', () => {
      got.push({ headers: request.headers, text });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((done) => {
    receiver.listen(0, '127.0.0.1', done);
  });
  victim = await openVictim();
  stage = await openOperatorStage(victim, rulesOf(1));
  const context = await victim.context();
  const desk = createDesk({ environment: 'live', context, key: stage.page, trusted: [stage.key] });
  const [webhook] = webhooksIn({ ATRIUM_OPERATOR_WEBHOOKS: `http://127.0.0.1:${portOf(receiver)}/hook ${secret}` });
  if (!webhook) throw new Error('There is no webhook.');
  const open = () =>
    createDelivery({
      documents: stage.documents,
      environment: 'live',
      webhooks: [webhook],
      send: (to, event) => sendEvent(to, event, () => true),
      report: (problem) => problems.push(problem),
      now: () => clock,
    });
  const delivery = open();
  const seen = async () => {
    const { trail, requests, history, problem } = await desk.state();
    return { environment: 'live', trail, requests, history, problem, since: '2026-11-23T12:00:00.000Z' };
  };
  notify = async () => delivery.notify(await seen());
  ({ alerts } = delivery);
  await notify();
});
afterEach(() => {
  receiver.closeAllConnections();
  receiver.close();
  victim.end();
});

interface Notification {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}
const received = () => got.map(({ text }) => JSON.parse(text) as Notification);

test('receivers are notified of pending and executed requests and the length of the audit trail, each once and signed', async () => {
  const number = await stage.request(identity('ada'), pinChat);
  await notify();
  await stage.decide(number, identity('bob'));
  await stage.sign();
  await notify();
  await notify();
  expect(received().map(({ type, data }) => [type, data['by']])).toEqual([
    ['request.waiting', 'ada'],
    ['request.done', 'ada'],
  ]);
  const head = (await stage.trail()).at(-1);
  expect(received().at(-1)?.data).toMatchObject({
    approvedBy: ['bob'],
    audit: { number: head?.number, hash: head?.hash },
  });
  for (const { headers, text } of got) {
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
    const key = Buffer.from(secret.slice(6), 'base64');
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  }
});

test('receivers are notified of each request that waits, however many are made at once', async () => {
  const numbers: number[] = [];
  for (let count = 0; count < 32; count += 1) numbers.push(await stage.request('key:ci', pinChat));
  await notify();
  expect(received().map(({ type, data }) => [type, data['request']])).toEqual(
    numbers.map((number) => ['request.waiting', number]),
  );
});

test('a canary that ended automatically is reported as such, and one that an operator ended with their name', async () => {
  const { registry } = await victim.context();
  await victim.release('canary', 'live', 'mf-chat@2.0.0', '10');
  await registry.change(
    'live',
    'rollback by itself',
    (now) => ({ ...now, remotes: { ...now.remotes, 'mf-chat': { version: '1.0.0' } } }),
    'It fails.',
  );
  await victim.release('canary', 'live', 'mf-auth@2.0.0', '10');
  await victim.release('rollback', 'live', 'mf-auth', 'slow');
  await notify();
  expect(received().map(({ type, data }) => [type, data['part'], data['why']])).toEqual([
    ['error_budget.burned', 'mf-chat', 'It fails.'],
    ['canary.ended', 'mf-chat', 'It fails.'],
    ['canary.ended', 'mf-auth', 'slow'],
  ]);
});

test('the end of a canary for a group is reported as such, and a flag that is turned off is not', async () => {
  const { registry } = await victim.context();
  const pins = async (change: object) =>
    registry.change('live', 'canary', (now) => ({ ...now, ...change }), 'A trial.');
  const { remotes } = await registry.read('live');
  const groups = [{ teams: ['6'.repeat(24)] }];
  await pins({
    remotes: { ...remotes, 'mf-chat': { version: '1.0.0', canary: { version: '2.0.0', percent: 0, groups } } },
    flags: { 'mf-chat.polls': [{ share: 10, plans: ['premium'] }] },
  });
  await registry.change('live', 'rollback by itself', (now) => ({ ...now, remotes, flags: {} }), 'It fails.');
  await notify();
  expect(received().map(({ type, data }) => [type, data['part']])).toEqual([
    ['error_budget.burned', 'mf-chat'],
    ['canary.ended', 'mf-chat'],
  ]);
});

test('a changed set is reported once, with what to do', async () => {
  await victim.plant((await victim.signed()).replaceAll('1.0.0', '2.0.0'));
  await notify();
  await notify();
  expect(received()).toMatchObject([
    { type: 'set.refused', data: { code: 'forged', todo: expect.stringContaining('pnpm release sign live') } },
  ]);
});

test('an event that a receiver rejects is sent again later, in order, under the same id, and the page shows it', async () => {
  status = 503;
  await stage.request(identity('ada'), pinChat);
  await stage.request(identity('chris'), pinChat);
  await notify();
  await notify();
  expect(got).toHaveLength(1);
  expect(alerts()).toEqual([
    expect.stringMatching(/^The webhook at 127\.0\.0\.1:\d+ doesn’t answer\. Tries so far: 1\.$/),
  ]);
  [status, clock] = [200, 5001];
  await notify();
  expect(received().map(({ data }) => data['request'])).toEqual([1, 1, 2]);
  expect(got[1]?.headers['webhook-id']).toBe(got[0]?.headers['webhook-id']);
  expect(alerts()).toEqual([]);
});

test('no webhook reaches this network, and one without a secret is reported at the start', async () => {
  const event = { id: 'x', type: 'request.done', at: '2026-11-23T12:00:00.000Z', data: {} } as const;
  const key = Buffer.from(secret.slice(6), 'base64');
  for (const host of ['127.0.0.1', 'localhost', '169.254.169.254', '[::1]', '10.0.0.1'])
    await expect(sendEvent({ url: `http://${host}:${portOf(receiver)}/`, secret: key }, event)).rejects.toThrow(
      'is not a public internet address.',
    );
  expect(got).toEqual([]);
  for (const given of ['https://a.test', 'https://a.test whsec_short', 'nowhere whsec_x'])
    expect(() => webhooksIn({ ATRIUM_OPERATOR_WEBHOOKS: given })).toThrow('each with a secret');
});
