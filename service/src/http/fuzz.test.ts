import { callTable } from '@atrium/shared-kernel/contracts/call-table';
import type { CallDef } from '@atrium/shared-kernel/contracts/define';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createPerson, type Person } from '../testing/authorization/actors.ts';
import type { Row } from '../testing/authorization/row.ts';
import { rows } from '../testing/authorization/rows.ts';
import { createFixtures } from '../testing/authorization/fixtures.ts';

const owners = ['auth', 'passkeys', 'profile', 'push', 'session', 'integrations'];
const accountCalls = callTable.filter(({ name, method }) => method === 'POST' && owners.includes(name.split('.')[0]!));
const runs = 100;

/** Texts that often cause failures. */
const nasty = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', ' ', '\0', 'a\0b@c.de', '\uD800', "' or 1=1 --", '${1}', '../../etc', 'é@ü.example', '%00'),
  fc.string({ maxLength: 5 }).map((text) => `${text}@example.test\r\nBcc: all@example.test`),
  fc.constant('x'.repeat(70_000)),
);
const nastyValue = fc.oneof(
  nasty,
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(nasty, { maxLength: 3 }),
  fc.dictionary(nasty, nasty, { maxKeys: 3 }),
);

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

let requests = 0;
const post = async (person: Person, call: CallDef, payload: string) => {
  requests += 1;
  const { status } = await person.client.request({
    method: 'POST',
    url: `/api${call.path}`,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.18.${requests >> 8}.${requests & 255}` },
    payload,
  });
  return status;
};

/** A valid text with an unexpected character inside. */
const spoilt = (value: unknown) =>
  typeof value === 'string'
    ? fc
        .constantFrom('\0', '\uD800', '\r\n', '\u202E', '%', "'", '\u00E9')
        .map((sign) => value.slice(0, 1) + sign + value.slice(1))
    : nastyValue;

/** Bodies similar to a valid one, with fields replaced, spoilt, dropped or added. */
const near = (right: Record<string, unknown>) =>
  fc
    .tuple(
      fc.record(Object.fromEntries(Object.entries(right).map(([key, value]) => [key, spoilt(value)])), {
        requiredKeys: [],
      }),
      fc.dictionary(fc.constantFrom(...Object.keys(right), '__proto__', 'booktAdmin', 'extra'), nastyValue, {
        maxKeys: 2,
      }),
      fc.subarray(Object.keys(right)),
    )
    .map(([spoils, changes, dropped]) => {
      const body: Record<string, unknown> = { ...right, ...spoils, ...changes };
      for (const key of dropped) if (!(key in changes) && !(key in spoils)) delete body[key];
      return JSON.stringify(body);
    });

describe.each(accountCalls.map((call) => [call.name, call] as const))('%s', (name, call) => {
  it('answers any body without an internal error', async () => {
    const own = (rows as Readonly<Record<string, Row>>)[name]?.own;
    const right = (await own?.(createFixtures(app), await createPerson(app, 'premium'))) ?? {};
    const bodies = fc.oneof(near(right as Record<string, unknown>), fc.json(), nasty, fc.constant(''));
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const status = await post(await createPerson(app, 'premium'), call, body);
        expect([200, 400, 403, 404, 409, 413, 429]).toContain(status);
      }),
      { numRuns: runs, seed: 7 },
    );
  });
});
