import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSealer, openSealed } from './sealed.ts';
import { secretsOf } from './secrets.ts';

describe('a sealed text', () => {
  it('decrypts to the original, and never has the same ciphertext twice', () => {
    const { seal } = createSealer(['a secret of some length']);
    for (const text of ['', 'Grüße 👋', '\u0001sealed:00000000:AAAA', 'x'.repeat(100_000)]) {
      const sealed = seal(text);
      expect(openSealed(sealed)).toBe(text);
      expect(seal(text)).not.toBe(sealed);
    }
    expect(seal('plain words')).not.toContain('plain');
  });

  it('can be opened after its key was replaced by another', () => {
    const old = createSealer(['the older secret here']).seal('kept');
    const { seal } = createSealer(['the newer secret here', 'the older secret here']);
    expect(openSealed(old)).toBe('kept');
    expect(seal('a').split(':')[1]).not.toBe(old.split(':')[1]);
  });

  it('reports a missing key, or a changed ciphertext', () => {
    const sealed = createSealer(['one more secret here']).seal('words');
    const unreadable = '[This text was sealed with a key that is not here.]';
    expect(openSealed(sealed.replace(/:[0-9a-f]{8}:/, ':00000000:'))).toBe(unreadable);
    expect(openSealed(sealed.replace(/.{4}$/, 'AAAA'))).toBe(unreadable);
    expect(openSealed('\u0001sealed:00000000:')).toBe('\u0001sealed:00000000:');
    expect(openSealed('never sealed')).toBe('never sealed');
  });
});

describe('the secrets of an installation', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'atrium-secrets-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('are created once, in a file that only its owner can read', async () => {
    const data = join(folder, 'data');
    const made = await secretsOf(data);
    expect(made[0]).toHaveLength(43);
    expect((await stat(join(data, 'secret.key'))).mode & 0o777).toBe(0o600);
    expect(await secretsOf(data)).toEqual(made);
    expect(await secretsOf(data, ['configured-secret'])).toEqual(['configured-secret', ...made]);
  });

  it('are not created where each instance would create its own, but an existing one is used', async () => {
    await expect(secretsOf(folder, [], false)).rejects.toThrow('set ATRIUM_SECRET_KEY, the same for all instances');
    await expect(readFile(join(folder, 'secret.key'))).rejects.toThrow('ENOENT');
    const made = await secretsOf(folder);
    expect(await secretsOf(folder, [], false)).toEqual(made);
  });

  it('are only those of the configuration, if it has any', async () => {
    expect(await secretsOf(folder, ['newer-secret-1234', 'older-secret-1234'])).toEqual([
      'newer-secret-1234',
      'older-secret-1234',
    ]);
    await expect(readFile(join(folder, 'secret.key'))).rejects.toThrow('ENOENT');
  });
});
