import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';

const folder = mkdtempSync(join(tmpdir(), 'atrium-fcm-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const account = { project_id: 'atrium', client_email: 'a@b.test', private_key: '-----BEGIN PRIVATE KEY-----\nsecret' };
const json = JSON.stringify(account);
const others = { FCM_VAPID_KEY: 'BPublic', FCM_WEB_API_KEY: 'AIza', FCM_WEB_APP_ID: '1:2:web:3' };
const read = (given: string) => readConfig({ FCM_SERVICE_ACCOUNT: given, ...others }).push;

it('is off unless it is configured', () => {
  expect(readConfig({}).push).toBeUndefined();
});

it('accepts the service account as JSON or as a file', () => {
  const file = join(folder, 'account.json');
  writeFileSync(file, json);
  const web = { apiKey: 'AIza', appId: '1:2:web:3' };
  const wanted = {
    publicKey: 'BPublic',
    web,
    account: { ...account, token_uri: 'https://oauth2.googleapis.com/token' },
  };
  expect(read(json)).toEqual(wanted);
  expect(read(file)).toEqual(wanted);
});

it.each([
  [{ FCM_SERVICE_ACCOUNT: json }, /FCM_VAPID_KEY/],
  [{ FCM_VAPID_KEY: 'BPublic' }, /FCM_SERVICE_ACCOUNT/],
  [{ FCM_SERVICE_ACCOUNT: json, FCM_VAPID_KEY: 'B', FCM_WEB_API_KEY: 'AIza' }, /FCM_WEB_APP_ID/],
  [{ FCM_SERVICE_ACCOUNT: '/nowhere.json', ...others }, /the file does not exist/],
  [{ FCM_SERVICE_ACCOUNT: '{"project_id":"atrium"}', ...others }, /lacks client_email, private_key/],
])('reports what is missing: %j', (env, words) => {
  expect(() => readConfig(env as Record<string, string>)).toThrow(words);
});

it('reports that the account is not JSON, without quoting it', () => {
  const broken = json.slice(0, -3);
  expect(() => read(broken)).toThrow(/^(?!.*(?:secret|BEGIN)).*neither JSON nor a JSON file/s);
});
