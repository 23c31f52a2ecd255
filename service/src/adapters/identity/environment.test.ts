import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';

const pemOf = (namedCurve: string) =>
  generateKeyPairSync('ec', {
    namedCurve,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;
const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
const azure = { AZURE_CLIENT_ID: 'id', AZURE_CLIENT_SECRET: 'secret' };
const apple = { APPLE_CLIENT_ID: 'id', APPLE_TEAM_ID: 'team', APPLE_KEY_ID: 'key' };
const read = (env: Record<string, string>) => readConfig(env).identity;

describe('the variables of the identity providers', () => {
  it('configure those that are set, at their own addresses', () => {
    expect(read({})).toEqual({});
    expect(read(google)).toEqual({
      google: { clientId: 'id', secret: 'secret', issuer: 'https://accounts.google.com' },
    });
    expect(read(azure).azure?.issuer).toBe('https://login.microsoftonline.com/common/v2.0');
    expect(read({ ...azure, AZURE_TENANT: 'contoso.example' }).azure?.issuer).toBe(
      'https://login.microsoftonline.com/contoso.example/v2.0',
    );
  });

  it('accept Apple’s key even on one line', () => {
    const pem = pemOf('prime256v1');
    for (const APPLE_PRIVATE_KEY of [pem, pem.replaceAll('\n', String.raw`\n`)])
      expect(read({ ...apple, APPLE_PRIVATE_KEY }).apple).toEqual({
        clientId: 'id',
        secret: { teamId: 'team', keyId: 'key', privateKey: pem.trim() },
        issuer: 'https://appleid.apple.com',
      });
  });

  it('accept another issuer, without TLS only on this machine', () => {
    expect(read({ ...google, GOOGLE_ISSUER: 'http://127.0.0.1:9000' }).google?.issuer).toBe('http://127.0.0.1:9000');
    expect(read({ ...azure, AZURE_ISSUER: 'https://id.example.org/realms/a' }).azure?.issuer).toBe(
      'https://id.example.org/realms/a',
    );
    expect(() => read({ ...google, GOOGLE_ISSUER: 'http://id.example.org' })).toThrow('GOOGLE_ISSUER (is not https)');
  });

  it.each([
    [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET (missing beside GOOGLE_CLIENT_ID)'],
    [{ AZURE_CLIENT_SECRET: 'secret' }, 'AZURE_CLIENT_ID (missing beside AZURE_CLIENT_SECRET)'],
    [apple, 'APPLE_PRIVATE_KEY (missing beside APPLE_CLIENT_ID)'],
    [
      { ...apple, APPLE_PRIVATE_KEY: 'no key' },
      'APPLE_PRIVATE_KEY (is not a PKCS#8 key of the curve P-256 in PEM format)',
    ],
    [{ ...apple, APPLE_PRIVATE_KEY: pemOf('secp384r1') }, 'APPLE_PRIVATE_KEY (is not a PKCS#8 key'],
  ])('are refused in one sentence where they are incomplete: %#', (env, sentence) => {
    expect(() => read(env)).toThrow(sentence);
    expect(() => read(env)).toThrow(/^The environment is not usable: .*\.$/);
  });
});
