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

  it('takes several origins and keeps only what is an origin of each', () => {
    const { origins } = readConfig({ ATRIUM_ORIGIN: 'https://atrium.test/path, http://127.0.0.1:8080' });
    expect(origins).toEqual(['https://atrium.test', 'http://127.0.0.1:8080']);
  });

  it('shows the mailbox to everybody only with the embedded database, unless told', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://db/atrium' }).mailbox).toBe(false);
    expect(readConfig({ DATABASE_URL: 'postgres://db/atrium', ATRIUM_MAILBOX: '1' }).mailbox).toBe(true);
  });

  it('treats an empty variable like a missing one', () => {
    expect(readConfig({ SOCKET: '', DATABASE_URL: '', MODEL_NAME: '' })).not.toHaveProperty('databaseUrl');
  });

  it('names every wrong variable in one sentence', () => {
    expect(() => readConfig({ PORT: 'many', LOG_LEVEL: 'loud' })).toThrow(
      /^The environment is not usable: PORT \(.*\), LOG_LEVEL \(.*\)\.$/,
    );
    expect(() => readConfig({ ATRIUM_ORIGIN: 'here' })).toThrow('ATRIUM_ORIGIN (here is no URL)');
    expect(() => readConfig({ ATRIUM_ORIGIN: ' , ' })).toThrow('ATRIUM_ORIGIN (names no origin)');
  });
});
