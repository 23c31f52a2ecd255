import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startProcess, type StartedProcess } from '../../testing/started-process.ts';
import { createFcm } from './fcm.ts';
import type { PushNote } from '../../ports/push.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const issuer = 'push@atrium.iam.example.test';
const note: PushNote = {
  title: 'Your report is ready',
  body: 'Rivers of Africa',
  link: 'https://atrium.test/?chat=1',
  tag: 'report',
};

let google: StartedProcess;
let logged: string[] = [];
const log = { warn: (details: object, message: string) => void logged.push(`${message} ${JSON.stringify(details)}`) };
const startGoogle = async (...args: string[]) => {
  google = await startProcess('fcm-server.ts', [`--key=${publicKey}`, `--issuer=${issuer}`, ...args]);
};
beforeEach(async () => {
  logged = [];
  await startGoogle();
});
afterEach(() => google.stop());

const open = ({ email = issuer, now = Date.now }: { email?: string; now?: () => number } = {}) => {
  const account = {
    project_id: 'atrium',
    client_email: email,
    private_key: privateKey,
    token_uri: `${google.address}/token`,
  };
  const web = { apiKey: 'AIza', appId: '1:2:web:3' };
  const registry = { installations: google.address, registrations: google.address };
  return createFcm({ account, publicKey: 'BPublic', web }, { log, now, origin: google.address, registry });
};
const grant = {
  grant: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
  scope: 'https://www.googleapis.com/auth/firebase.messaging',
};
const sentTo = (token: string) => ({
  path: '/v1/projects/atrium/messages:send',
  message: {
    token,
    notification: { title: note.title, body: note.body },
    webpush: { notification: { tag: note.tag }, fcm_options: { link: note.link } },
  },
});

describe('notifications by Firebase', () => {
  it('are sent with an access token that the account has signed for', async () => {
    expect(await open().send('browser', note)).toBe('sent');
    expect(await google.rest()).toEqual([grant, sentTo('browser')]);
    expect(logged).toEqual([]);
  });

  it('share one access token, however many leave at once', async () => {
    const push = open();
    const tokens = ['one', 'two', 'three'];
    expect(await Promise.all(tokens.map((token) => push.send(token, note)))).toEqual(['sent', 'sent', 'sent']);
    await push.send('four', note);
    expect((await google.rest()).filter((line) => 'grant' in (line as object))).toHaveLength(1);
  });

  it('request another access token before the first expires', async () => {
    const whole = 3541 * 1000;
    let time = Date.now() - whole;
    const push = open({ now: () => time });
    await push.send('one', note);
    time += whole;
    await push.send('two', note);
    expect(await google.rest()).toEqual([grant, sentTo('one'), grant, sentTo('two')]);
  });

  it('are sent again with another access token if the first is no longer accepted', async () => {
    await google.stop();
    await startGoogle('--sends', '1');
    const push = open();
    expect([await push.send('one', note), await push.send('two', note)]).toEqual(['sent', 'sent']);
    expect(await google.rest()).toEqual([grant, sentTo('one'), grant, sentTo('two')]);
  });

  it.each(['gone', 'foreign', 'broken'])('report that a browser is no longer registered: %s', async (token) => {
    expect(await open().send(`${token}-token`, note)).toBe('gone');
  });

  it.each(['busy', 'wrong'])('fail temporarily, and name no token: %s', async (token) => {
    expect(await open().send(`${token}-secret`, note)).toBe('failed');
    expect(logged).toHaveLength(1);
    expect(logged.join()).not.toContain('secret');
  });

  it('fail if the account is refused, and try it again the next time', async () => {
    const push = open({ email: 'other@atrium.iam.example.test' });
    expect([await push.send('one', note), await push.send('two', note)]).toEqual(['failed', 'failed']);
    expect(logged).toHaveLength(2);
  });

  const subscription = { endpoint: 'https://push.example.test/1', p256dh: 'key', auth: 'secret' };

  it('go to a browser that was registered as an installation of the web app', async () => {
    const push = open();
    const token = await push.register(subscription);
    expect(token).toBe('browser-1');
    expect(await push.send(token ?? '', note)).toBe('sent');
    expect(await google.rest()).toEqual([
      { installed: '1:2:web:3', id: expect.stringMatching(/^[cdef][\w-]{21}$/) },
      { registered: { web: { ...subscription, applicationPubKey: 'BPublic' } } },
      grant,
      sentTo('browser-1'),
    ]);
  });

  it('are refused to a browser that Firebase rejects, and its secret is not logged', async () => {
    expect(await open().register({ ...subscription, endpoint: 'https://broken.example.test' })).toBeUndefined();
    expect(logged).toHaveLength(1);
    expect(logged.join()).not.toContain('secret');
  });

  it('fail if there is no response', async () => {
    const push = open();
    await google.stop();
    expect(await push.send('one', note)).toBe('failed');
  });

  it('carry no link that Firebase would refuse', async () => {
    await open().send('browser', { ...note, link: 'http://localhost:8080/' });
    const [, { message }] = (await google.rest()) as [unknown, { message: object }];
    expect(message).toEqual({
      token: 'browser',
      notification: { title: note.title, body: note.body },
      webpush: { notification: { tag: note.tag } },
    });
  });
});
