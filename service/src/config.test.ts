import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({
      listen: { host: '127.0.0.1', port: 8081 },
      origins: ['http://localhost:8080'],
      seed: false,
      mailbox: true,
    });
  });

  it('accepts several origins and keeps only the origin of each', () => {
    const { origins } = readConfig({ ATRIUM_ORIGIN: 'https://atrium.test/path, http://127.0.0.1:8080' });
    expect(origins).toEqual(['https://atrium.test', 'http://127.0.0.1:8080']);
  });

  it('shows the mailbox to everybody only with the embedded database, unless configured', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://db/atrium' }).mailbox).toBe(false);
    expect(readConfig({ DATABASE_URL: 'postgres://db/atrium', ATRIUM_MAILBOX: '1' }).mailbox).toBe(true);
  });

  it.each([
    ['a public origin', { ATRIUM_ORIGIN: 'https://chat.example.com' }],
    ['a public origin beside its own', { ATRIUM_ORIGIN: 'http://localhost:8080,http://192.168.0.7:8080' }],
    ['an address that others reach', { HOST: '0.0.0.0' }],
    ['the word of who started it', { ATRIUM_PUBLIC: '1', SOCKET: '/run/atrium.sock' }],
  ])('has nothing of a local start with %s, and refuses it if it is configured', (_, env) => {
    expect(readConfig(env)).toMatchObject({ public: true, mailbox: false, seed: false, model: { local: false } });
    expect(() => readConfig({ ...env, ATRIUM_SEED: '1', ATRIUM_MAILBOX: '1' })).toThrow(
      /ATRIUM_SEED, ATRIUM_MAILBOX \(only for a product that no other machine can reach\)/,
    );
  });

  it('is for this machine on a socket, or on a loopback address, with origins of its own', () => {
    for (const env of [{}, { HOST: '::1' }, { SOCKET: '/run/atrium.sock', HOST: '0.0.0.0' }])
      expect(readConfig(env)).toMatchObject({ public: false, mailbox: true, model: { local: true } });
  });

  it('treats an empty variable like a missing one', () => {
    expect(readConfig({ SOCKET: '', DATABASE_URL: '', MODEL_NAME: '' })).not.toHaveProperty('databaseUrl');
  });

  it('names every wrong variable in one sentence', () => {
    expect(() => readConfig({ PORT: 'many', LOG_LEVEL: 'loud' })).toThrow(
      /^The environment is not usable: PORT \(.*\), LOG_LEVEL \(.*\)\.$/,
    );
    expect(() => readConfig({ ATRIUM_ORIGIN: 'here' })).toThrow('ATRIUM_ORIGIN (here is not a URL)');
    expect(() => readConfig({ ATRIUM_ORIGIN: ' , ' })).toThrow('ATRIUM_ORIGIN (contains no origin)');
  });
});
