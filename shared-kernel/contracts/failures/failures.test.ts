import { describe, expect, test } from 'vitest';
import { callTable } from '../call-table.ts';
import type { CallDef } from '../define.ts';
import { openApi } from '../openapi.ts';
import { answerOf } from './answer.ts';
import type { FailureDef } from './define.ts';
import { type DetailsOf, type FailureCode, failsWith, failureCodesOf, failureTables, failures } from './failures.ts';

const codes = Object.keys(failures) as FailureCode[];
/** Codes of routes that are no calls: uploads, downloads, icons, the export, the events of the payment provider. */
const ofRoutes: readonly FailureCode[] = [
  'unknown-file',
  'file-too-large',
  'other-file-type',
  'already-uploaded',
  'unknown-icon',
  'too-many-icons',
  'too-many-exports',
  'foreign-export',
  'forged-event',
  'unknown-address',
];

describe('the failures', () => {
  test('have codes of their own, in kebab-case', () => {
    expect(failureTables.flatMap((table) => Object.keys(table)).toSorted()).toEqual(codes.toSorted());
    for (const code of codes) expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  test('are declared of each call, and of nothing else', () => {
    const named = Object.entries(failsWith).flatMap(([owner, calls]) =>
      Object.keys(calls).map((name) => `${owner}.${name}`),
    );
    expect(named.toSorted()).toEqual(callTable.map(({ name }) => name).toSorted());
  });

  test('all belong to a call or a route', () => {
    const declared = new Set([...callTable.flatMap(failureCodesOf), ...ofRoutes]);
    expect(codes.filter((code) => !declared.has(code))).toEqual([]);
  });

  test.each(callTable.map((call) => [call.name, call] as const))('%s distinguishes each of its failures', (_, call) => {
    const sentences = failureCodesOf(call).map((code) => {
      const { status, msg }: FailureDef = failures[code];
      return `${status} ${typeof msg === 'string' ? msg : `(${code})`}`;
    });
    expect(sentences).toEqual([...new Set(sentences)]);
  });

  test('are sent with code, sentence and details, with the wait named as in the specification', () => {
    expect(answerOf('unknown-chat')).toEqual({
      status: 404,
      body: { code: 'unknown-chat', msg: 'This chat does not exist.' },
    });
    expect(answerOf('too-many-logins', { wait: 1234.5 })).toEqual({
      status: 429,
      body: { code: 'too-many-logins', msg: 'Too many login attempts.', _msBeforeNext: 1235 },
    });
    expect(answerOf('too-many-logins', { wait: 0 }).body).toMatchObject({ _msBeforeNext: 1 });
  });

  test.each([
    [1, 'A reply is still running. Stop it, or wait until it’s done.'],
    [3, 'You have 3 replies running. Stop one, or wait until one is done.'],
  ])('count in their sentences: %s', (limit, msg) => {
    expect(answerOf('too-many-replies', { wait: 5000, limit }).body).toMatchObject({ msg, limit });
  });

  test.each([
    [{ name: 'session.ping', method: 'GET', access: 'visitor' }, []],
    [{ name: 'a.b', method: 'POST', access: 'visitor' }, ['not-json']],
    [{ name: 'a.b', method: 'GET', access: 'user' }, ['not-signed-in']],
    [{ name: 'a.b', method: 'GET', access: 'premium' }, ['not-signed-in', 'premium-needed']],
    [{ name: 'a.b', method: 'GET', access: 'teamMember' }, ['not-signed-in', 'not-team-member']],
    [{ name: 'a.b', method: 'GET', access: 'teamAdmin' }, ['not-signed-in', 'not-team-member', 'not-team-admin']],
    [{ name: 'a.b', method: 'GET', access: 'productAdmin' }, ['not-signed-in', 'forbidden']],
    [{ name: 'a.b', method: 'GET', access: 'visitor', basedOn: true }, ['stale', 'invalid-revision']],
    [
      { name: 'teams.joinTeam', method: 'GET', access: 'visitor' },
      ['unknown-team', 'team-plan-ended', 'no-free-seat', 'invalid-join-link', 'expired-join-link', 'too-many-joins'],
    ],
  ] as const)('of %j follow from its kind', (call, more) => {
    const general = [
      'unexpected',
      'not-available',
      'invalid-input',
      'unstorable-text',
      'invalid-json',
      'invalid-request',
      'too-large',
      'other-person',
      'foreign-origin',
    ];
    expect(failureCodesOf(call as unknown as CallDef).toSorted()).toEqual([...general, ...more].toSorted());
  });

  test('name the invalid field, and are decisive if a screen has to handle them', () => {
    expect(answerOf('invalid-input', { field: 'name', reason: 'Too long.' }).body.msg).toBe('name: Too long.');
    expect(answerOf('invalid-input', { reason: 'Too long.' }).body).toEqual({
      code: 'invalid-input',
      msg: 'Too long.',
      reason: 'Too long.',
    });
    const decisive = codes.filter((code) => (failures[code] as FailureDef).decisive);
    expect(decisive).toEqual(expect.arrayContaining(['other-person', 'not-signed-in', 'stale']));
    expect(failures['unknown-team']).toEqual({ status: 404, msg: 'This team does not exist.' });
  });

  test('of files have a sentence for each file', () => {
    const files = [
      { name: 'a.pdf', reason: 'empty' },
      { name: 'b.exe', reason: 'unsupported' },
    ] satisfies DetailsOf<'files-refused'>['files'];
    expect(answerOf('files-refused', { files }).body.msg).toBe(
      '“a.pdf” is empty. Invalid file type detected for: b.exe. Please upload supported file types.',
    );
  });

  test('are in the OpenAPI document at each call, with their details', () => {
    const { paths, components } = openApi('/api') as {
      paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
      components: { schemas: Record<string, unknown> };
    };
    for (const call of callTable) {
      const { responses } = paths[call.path]![call.method.toLowerCase()]!;
      for (const code of failureCodesOf(call)) {
        const { status } = failures[code];
        expect(JSON.stringify(responses[status]), `${call.name} ${code}`).toContain(
          `"#/components/schemas/failure.${code}"`,
        );
      }
    }
    expect(components.schemas['failure.too-many-logins']).toEqual({
      type: 'object',
      properties: { code: { const: 'too-many-logins' }, msg: { type: 'string' }, _msBeforeNext: { type: 'integer' } },
      required: ['code', 'msg', '_msBeforeNext'],
    });
  });
});
