import { subscriptionGrace } from '@atrium/shared-kernel/contracts/constants';
import { callTable } from '@atrium/shared-kernel/contracts/call-table';
import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Access, CallDef } from '@atrium/shared-kernel/contracts/define';
import type { FailureCode } from '@atrium/shared-kernel/contracts/failures/failures';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Services } from '../calls/services.ts';
import type { Viewer } from '../domain/accounts/viewer.ts';
import { DomainError } from '../domain/domain-error.ts';
import type { Settings } from '../domain/parts.ts';
import { requireAccess, requireTeamAccess } from './access.ts';
import { basedOn, requireSamePerson, setPersonHeader } from './preconditions.ts';
import { toHttp } from './failure.ts';
import { checkInput } from './input.ts';
import { addSecurityHeaders, refuseOtherSites, requireJson, requireOwnOrigin } from './security.ts';

// The rules of a request as functions: what they do in the running service is tried in the files named after them.
const codeOf = (error: unknown): FailureCode => {
  if (error instanceof DomainError) return error.code;
  throw error;
};
const refusal = (rule: () => unknown): FailureCode | undefined => {
  try {
    rule();
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
};
const now = Date.parse('2026-11-23T12:00:00Z');
const viewer = (change: Partial<Viewer> = {}) =>
  ({ id: 'a'.repeat(24), booktAdmin: false, subscriptionEnd: null, ...change }) as Viewer;
const call = (access: Access, more: Partial<CallDef> = {}) => ({ name: 'a.b', access, ...more }) as CallDef;
const withHeaders = (headers: Record<string, string>) => ({ headers }) as unknown as FastifyRequest;

describe('who may make a call', () => {
  it.each([
    ['visitor', undefined, undefined],
    ['user', undefined, 'not-signed-in'],
    ['premium', undefined, 'not-signed-in'],
    ['teamAdmin', undefined, 'not-signed-in'],
    ['productAdmin', undefined, 'not-signed-in'],
    ['user', viewer(), undefined],
    ['teamMember', viewer(), undefined],
    ['teamAdmin', viewer(), undefined],
    ['premium', viewer(), 'premium-needed'],
    ['premium', viewer({ subscriptionEnd: new Date(now - subscriptionGrace) }), 'premium-needed'],
    ['premium', viewer({ subscriptionEnd: new Date(now - subscriptionGrace + 1) }), undefined],
    ['productAdmin', viewer(), 'forbidden'],
    ['productAdmin', viewer({ booktAdmin: true }), undefined],
  ] as const)('%s, by %o: %s', (access, person, code) => {
    expect(refusal(() => requireAccess(call(access), person, now))).toBe(code);
  });

  const team = (...memberships: readonly { admin: boolean }[]) =>
    ({
      database: { db: { select: () => ({ from: () => ({ where: () => Promise.resolve(memberships) }) }) } },
    }) as unknown as Services;

  it.each([
    ['user', team(), viewer(), undefined],
    ['teamMember', team({ admin: false }), undefined, 'not-signed-in'],
    ['teamAdmin', team({ admin: true }), undefined, 'not-signed-in'],
    ['teamMember', team(), viewer(), 'not-team-member'],
    ['teamAdmin', team(), viewer(), 'not-team-member'],
    ['teamMember', team({ admin: false }), viewer(), undefined],
    ['teamMember', team({ admin: true }), viewer(), undefined],
    ['teamAdmin', team({ admin: false }), viewer(), 'not-team-admin'],
    ['teamAdmin', team({ admin: true }), viewer(), undefined],
  ] as const)('of a team, %s %#: %s', async (access, services, person, code) => {
    const checked = requireTeamAccess(call(access), services, person, { teamId: 'b'.repeat(24) });
    expect(await checked.then(() => undefined, codeOf)).toBe(code);
  });
});

describe('the origin of a change of state', () => {
  const config = { origins: ['https://atrium.example', 'https://other.example'] } as unknown as Settings;

  it.each([
    ['https://atrium.example', undefined],
    ['https://other.example', undefined],
    ['https://atrium.example.evil.example', 'foreign-origin'],
    ['http://atrium.example', 'foreign-origin'],
    ['null', 'foreign-origin'],
  ])('%s: %s', (origin, code) => {
    expect(refusal(() => requireOwnOrigin(config, withHeaders({ origin })))).toBe(code);
  });

  it('is required: without one the change is refused', () => {
    expect(refusal(() => requireOwnOrigin(config, withHeaders({})))).toBe('foreign-origin');
  });

  it.each([
    [{}, undefined],
    [{ 'sec-fetch-site': 'same-origin' }, undefined],
    [{ 'sec-fetch-site': 'none' }, undefined],
    [{ 'sec-fetch-site': 'cross-site' }, 'foreign-origin'],
    [{ 'sec-fetch-site': 'same-site' }, 'foreign-origin'],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://evil.example' }, 'foreign-origin'],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://other.example' }, undefined],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }, undefined],
  ] as const)('a read that changes something, with %j: %s', (headers, code) => {
    expect(refusal(() => refuseOtherSites(config, withHeaders(headers)))).toBe(code);
  });

  it.each([
    ['application/json', undefined],
    ['Application/JSON ; charset=utf-8', undefined],
    ['text/plain', 'not-json'],
    ['text/plain; application/json', 'not-json'],
    ['application/jsonp', 'not-json'],
  ])('%s is accepted as JSON: %s', (type, code) => {
    expect(refusal(() => requireJson(withHeaders({ 'content-type': type })))).toBe(code);
  });

  it('without a type is no JSON', () => {
    expect(refusal(() => requireJson(withHeaders({})))).toBe('not-json');
  });

  it('every answer has the fixed headers, before anything else of it', async () => {
    const hooks: [string, (request: unknown, reply: unknown) => Promise<void>][] = [];
    addSecurityHeaders({ addHook: (...hook: (typeof hooks)[0]) => hooks.push(hook) } as unknown as FastifyInstance);
    const sent: unknown[] = [];
    await hooks[0]![1](undefined, { headers: (headers: unknown) => sent.push(headers) });
    expect(hooks.map(([name]) => name)).toEqual(['onRequest']);
    expect(sent).toEqual([
      {
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cache-control': 'no-store',
      },
    ]);
  });
});

describe('the user of a page', () => {
  const ask = (called: CallDef, person: string, who?: Viewer) =>
    refusal(() => requireSamePerson(called, withHeaders({ 'atrium-person': person }), who));

  it('is the signed-in user, or none', () => {
    const listing = calls.chat.listChats;
    expect(ask(listing, viewer().id, viewer())).toBeUndefined();
    expect(ask(listing, 'none')).toBeUndefined();
    expect(ask(listing, 'c'.repeat(24), viewer())).toBe('other-person');
    expect(ask(listing, 'none', viewer())).toBe('other-person');
    expect(ask(listing, viewer().id)).toBe('other-person');
    expect(ask(listing, '')).toBe('other-person');
    expect(refusal(() => requireSamePerson(listing, withHeaders({}), viewer()))).toBeUndefined();
  });

  it('is sent with every answer', () => {
    const sent = (who?: Viewer) => {
      const headers: [string, string][] = [];
      setPersonHeader(
        { header: (...header: [string, string]) => headers.push(header) } as unknown as FastifyReply,
        who,
      );
      return headers;
    };
    expect(sent(viewer())).toEqual([['atrium-person', viewer().id]]);
    expect(sent()).toEqual([['atrium-person', 'none']]);
  });

  it('does not matter to calls that identify the user', () => {
    const free = callTable.filter((one) => ask(one, 'c'.repeat(24), viewer()) === undefined).map(({ name }) => name);
    expect(free.toSorted()).toEqual(
      [
        'auth.apple',
        'auth.azure',
        'auth.changeWithHash',
        'auth.forgotPassword',
        'auth.google',
        'auth.listProviders',
        'auth.login',
        'auth.register',
        'auth.resetWithHash',
        'auth.startSocialLogin',
        'passkeys.finishPasskeyLogin',
        'passkeys.startPasskeyLogin',
        'session.getUser',
      ].toSorted(),
    );
  });
});

describe('what a change is based on', () => {
  const read = (header?: string, based = true) =>
    basedOn(
      call('user', based ? { basedOn: true } : {}),
      withHeaders(header === undefined ? {} : { 'if-match': header }),
    );

  it.each([
    [undefined, undefined],
    ['*', undefined],
    [' * ', undefined],
    ['', undefined],
    ['"a"', ['a']],
    [' "a" , "b"', ['a', 'b']],
    ['"a","b" ', ['a', 'b']],
    ['""', ['']],
    ['W/"a"', []],
    ['W/"a", "b"', ['b']],
    ['"a", W/"b"', ['a']],
    ['"a, b"', ['a, b']],
    ['"abc", "def"', ['abc', 'def']],
  ])('%j is %j', (header, tags) => {
    expect(read(header)).toEqual(tags);
  });

  it.each(['a', '"a', 'a"', '"a" "b"', '"a",', ',"a"', 'w/"a"', '"a", b', 'x"a"', '"a"x'])(
    '%j is rejected',
    (header) => {
      expect(refusal(() => read(header))).toBe('invalid-revision');
    },
  );

  it('is not required by a call without one', () => {
    expect(read('"a"', false)).toBeUndefined();
    expect(read('nonsense', false)).toBeUndefined();
  });
});

describe('the input of a call', () => {
  const details = (value: unknown) => {
    try {
      return checkInput(calls.teams.renameTeam, value);
    } catch (error) {
      if (error instanceof DomainError) return { code: error.code, ...(error.details as object[])[0] };
      throw error;
    }
  };
  const teamId = 'b'.repeat(24);

  it('is checked and passed on as parsed', () => {
    expect(details({ teamId, name: ' Atlas ' })).toEqual({ teamId, name: 'Atlas' });
  });

  it('is refused with the field and what is wrong with it', () => {
    const wrong = (value: object, field?: string) => {
      const { code, reason, ...more } = details(value) as { code: string; reason: string; field?: string };
      expect([code, more]).toEqual(['invalid-input', field === undefined ? {} : { field }]);
      return reason;
    };
    expect(wrong({ teamId, name: 7 }, 'name')).toBe('This value is not valid.');
    expect(wrong({ teamId }, 'name')).toBe('This is a required field');
    expect(wrong({ teamId, name: '' }, 'name')).toBe('This is a required field');
    expect(wrong({ teamId, name: 'x'.repeat(101) }, 'name')).toBe('Maximum of 100 characters.');
    expect(wrong({ teamId: 'b', name: 'x' }, 'teamId')).toBe('Not a valid id.');
    expect(wrong({ teamId, name: 'x', a: 1, b: 2 })).toBe('This is not known here: "a", "b".');
    expect(wrong([])).toBe('This value is not valid.');
  });

  it('of numbers and lists is not described as short or long like a text', () => {
    const seats = (quantity: number) => checkInput(calls.billing.updateTeamSubscription, { teamId, quantity });
    const roles = (count: number) =>
      checkInput(calls.teams.editUserRoles, { teamId, memberId: teamId, roleIds: Array(count).fill(teamId) });
    const reasonOf = (ask: () => unknown) => {
      try {
        ask();
      } catch (error) {
        return ((error as DomainError).details as { reason?: string }[])[0]?.reason;
      }
      return undefined;
    };
    expect(reasonOf(() => seats(0))).toBe('This value is not valid.');
    expect(reasonOf(() => seats(1e9))).toBe('This value is not valid.');
    expect(reasonOf(() => roles(100_001))).toBe('This value is not valid.');
  });

  it('is refused with the path to a nested field, and is not called missing if it is only wrong', () => {
    const input = () => z.strictObject({ at: z.strictObject({ day: z.iso.date() }) });
    const refused = (day: string) => {
      try {
        return checkInput(call('user', { input }), { at: { day } });
      } catch (error) {
        return (error as DomainError).details;
      }
    };
    expect(refused('2026-11-26')).toEqual({ at: { day: '2026-11-26' } });
    expect(refused('soon')).toEqual([{ field: 'at.day', reason: 'This value is not valid.' }]);
  });

  it.each([
    { teamId, name: 'a\0' },
    { teamId, name: '\uD800' },
    { teamId, 'na\0me': 'Atlas' },
    { teamId, name: ['a', { b: '\0' }] },
    '\0',
  ])('%j cannot be stored', (value) => {
    expect(details(value)).toEqual({ code: 'unstorable-text' });
  });

  it('may contain nothing, numbers and null', () => {
    expect(details(null)).toMatchObject({ code: 'invalid-input' });
    expect(details({ teamId, name: null })).toMatchObject({ code: 'invalid-input', field: 'name' });
  });
});

describe('an error', () => {
  const statuses = (statusCode: unknown) =>
    toHttp(Object.assign(new Error('refused'), { code: 'FST_ERR', statusCode })).status;

  it('of the server keeps its status only if the request was at fault', () => {
    expect([399, 400, 404, 499, 500, 200].map(statuses)).toEqual([500, 400, 404, 499, 500, 500]);
    expect(['404', null, undefined].map(statuses)).toEqual([500, 500, 500]);
    expect([toHttp(null).status, toHttp('404').status, toHttp({}).status]).toEqual([500, 500, 500]);
  });
});
