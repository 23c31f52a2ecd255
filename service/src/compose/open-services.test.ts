import { describe, expect, it } from 'vitest';
import { createTestApp } from '../testing/app.ts';

const publicly = { ATRIUM_PUBLIC: '1', ATRIUM_LOCAL_PAYMENTS: '1', ATRIUM_LOCAL_MAIL: '1' };
const keyless = { DATABASE_URL: 'postgres://db/atrium', ATRIUM_SECRET_KEY: '' };
const starts = async (env: Record<string, string>) => (await createTestApp({ env })).close();

describe('a service whose database is shared, without a secret key', () => {
  it('does not start in public, where each instance would create its own', async () => {
    await expect(starts({ ...publicly, ...keyless })).rejects.toThrow(
      /^No secret key is configured: set ATRIUM_SECRET/,
    );
  });

  it('starts with a key, with its own database, or on one machine', async () => {
    for (const env of [
      { ...publicly, DATABASE_URL: keyless.DATABASE_URL },
      { ...publicly, ATRIUM_SECRET_KEY: '' },
      keyless,
    ])
      await expect(starts(env)).resolves.toBeUndefined();
  });
});
