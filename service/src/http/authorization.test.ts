import { callTable } from '@atrium/shared-kernel/contracts/call-table';
import type { Access, CallDef } from '@atrium/shared-kernel/contracts/define';
import { type FailureCode, failureCodesOf } from '@atrium/shared-kernel/contracts/failures/failures';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { createRequests, makeEmptyDocuments, settled } from '../testing/authorization/requests.ts';
import { type Actor, actors, createPerson, type Person } from '../testing/authorization/actors.ts';
import type { Row } from '../testing/authorization/row.ts';
import { rows } from '../testing/authorization/rows.ts';
import {
  lastWrite,
  createFixtures,
  type Fixtures,
  watchWrites,
  writtenSince,
} from '../testing/authorization/fixtures.ts';

/** The actors that each access rule allows. A team's rules apply to the person's own team. */
const admitted: Readonly<Record<Access, readonly Actor[]>> = {
  visitor: actors,
  user: actors.filter((actor) => actor !== 'visitor'),
  premium: ['premium', 'member', 'teamAdmin', 'otherTeamsAdmin', 'productAdmin'],
  teamMember: ['member', 'teamAdmin', 'otherTeamsAdmin'],
  teamAdmin: ['teamAdmin', 'otherTeamsAdmin'],
  productAdmin: ['productAdmin'],
};

/** The codes with which each rule refuses. A visitor is always refused as not signed in. */
const refusals: Readonly<Record<Access, readonly FailureCode[]>> = {
  visitor: [],
  user: ['not-signed-in'],
  premium: ['premium-needed'],
  teamMember: ['not-team-member'],
  teamAdmin: ['not-team-member', 'not-team-admin'],
  productAdmin: ['forbidden'],
};

const statusFor = (actor: Actor, { status = 200 }: Row): number =>
  typeof status === 'number' ? status : (status[actor] ?? status.others);
const table: readonly (readonly [string, CallDef, Row])[] = callTable.map((call) => {
  const row = (rows as Readonly<Record<string, Row>>)[call.name];
  if (!row) throw new Error(`${call.name} has no row in the authorization matrix.`);
  return [call.name, call, row];
});
const cells = table.flatMap(([name, call, row]) =>
  actors.filter((actor) => !row.without?.includes(actor)).map((actor) => [name, actor, call, row] as const),
);
const foreignCells = table.flatMap(([name, call, row]) =>
  Object.entries(row.foreign ?? {}).flatMap(([what, input]) =>
    actors.map((actor) => [name, what, actor, call, input] as const),
  ),
);

let app: TestApp;
let fixtures: Fixtures;
beforeAll(async () => {
  app = await createTestApp();
  await watchWrites(app);
  makeEmptyDocuments(app);
  fixtures = createFixtures(app);
});
afterAll(() => app.close());

/** The accepted statuses. A visitor gets 401. */
const expected = (actor: Actor, call: CallDef, statuses: readonly number[]): readonly number[] =>
  actor === 'visitor' && call.access !== 'visitor' ? [401] : statuses;

const requestOf = createRequests();
const request = async ({ client }: Person, call: CallDef, input: object) => {
  const endless = call.name === 'changes.followChanges';
  const { status, body } = await client[endless ? 'begin' : 'request'](requestOf(call, input));
  const { code } = body as { readonly code?: FailureCode };
  // Each refusal has a code that the call declares.
  if (status >= 400) expect(failureCodesOf(call)).toContain(code);
  return { status, code };
};

let calm: Promise<void> | undefined;
/** Waits until the background work of the calls before, including emails and jobs, writes nothing any more. */
const calmedDown = () =>
  (calm ??= vi.waitFor(
    async () => {
      const last = await lastWrite(app);
      await new Promise((resolve) => {
        setTimeout(resolve, 500);
      });
      expect(await writtenSince(app, last)).toEqual([]);
    },
    { timeout: 60_000 },
  ));

describe('the authorization matrix', () => {
  it('has a row for each call and for no other', () => {
    expect(Object.keys(rows).toSorted()).toEqual(callTable.map(({ name }) => name).toSorted());
  });

  it.each(cells)('%s by %s, of their own', async (_name, actor, call, row) => {
    const person = await createPerson(app, actor);
    const owner = actor === 'visitor' ? await createPerson(app, 'teamAdmin') : person;
    const input = (await row.own?.(fixtures, owner)) ?? {};
    const { status, code } = await request(person, call, input);
    const admits = admitted[call.access].includes(actor);
    expect(expected(actor, call, admits ? [statusFor(actor, row)] : [403])).toContain(status);
    expect(admits ? [code] : refusals[actor === 'visitor' ? 'user' : call.access]).toContain(code);
  });

  it.each(foreignCells)('%s of a stranger’s %s by %s', async (_name, _what, actor, call, input) => {
    await calmedDown();
    const person = await createPerson(app, actor);
    const owner = actor === 'visitor' ? await createPerson(app, 'premium') : person;
    const stranger = await createPerson(app, 'teamAdmin');
    const wanted = await input(fixtures, stranger, owner);
    // The background work of earlier calls must not count as writes of this call.
    await settled(app);
    // Signing in writes too, so it happens before.
    await person.client.token();
    const before = await lastWrite(app);
    expect(expected(actor, call, [400, 403, 404])).toContain((await request(person, call, wanted)).status);
    expect(await writtenSince(app, before)).toEqual([]);
  });
});
