import { describe, expect, test } from 'vitest';
import { kernelServes, problemsOf, problemsOfSet } from './deployable.ts';
import { emptyContract, type RecordedContract, type ReleaseRecord } from './record.ts';

const record = (name: string, contract: Partial<RecordedContract> = {}, kernel = '0.1.0'): ReleaseRecord => ({
  name,
  version: '1.0.0',
  kernel,
  content: '',
  files: [],
  contract: { ...emptyContract, ...contract },
});
const object = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const text = { type: 'string' };
const event = (payload: object, version = 1) => ({ name: 'chat.named', version, payload: { ...payload } });
const call = (input: object, output: object) => ({
  name: 'chat.getChat',
  version: 1,
  method: 'GET',
  path: '/chat',
  input: { ...input },
  output: { ...output },
});
const setOf = (remotes: ReleaseRecord[], shell = record('shell'), service = record('service')) => ({
  shell,
  service,
  remotes,
});

test.each([
  ['0.1.0', '0.1.0', true],
  ['0.1.4', '0.1.2', true],
  ['0.1.0-w.12345678', '0.1.0', true],
  ['0.1.1', '0.1.2', false],
  ['0.2.0', '0.1.9', false],
  ['1.4.0', '1.2.9', true],
  ['2.0.0', '1.2.0', false],
])('a shell with kernel %s serves a remote that was built with %s: %s', (provided, builtWith, serves) => {
  expect(kernelServes(provided, builtWith)).toBe(serves);
});

test('a remote whose kernel the shell does not serve cannot be deployed', () => {
  const remote = record('mf-chat', {}, '0.2.0');
  expect(problemsOf(remote, setOf([remote]))).toEqual([
    'mf-chat@1.0.0 was built with kernel 0.2.0, the shell provides 0.1.0',
  ]);
});

test('a slot that the shell offers in another version is a problem', () => {
  const remote = record('mf-chat', { fills: [{ name: 'shell.main', version: 2 }] });
  const shell = record('shell', { slots: [{ name: 'shell.main', version: 1 }] });
  expect(problemsOf(remote, setOf([remote], shell))[0]).toContain('shell.main in version 2');
});

test('a handled event needs a producer among what is pinned', () => {
  const consumer = record('mf-workspace', { handles: [event(object({ title: text }))] });
  expect(problemsOf(consumer, setOf([consumer]))[0]).toContain('chat.named, which no pinned release emits');
  const producer = record('mf-chat', { emits: [event(object({ title: text, chatId: text }))] });
  expect(problemsOf(consumer, setOf([consumer, producer]))).toEqual([]);
});

test('a producer that drops a field which a pinned consumer requires breaks the set', () => {
  const consumer = record('mf-workspace', { handles: [event(object({ title: text }))] });
  const producer = record('mf-chat', { emits: [event(object({ title: text }, []))] });
  expect(problemsOfSet(setOf([producer, consumer]))).toEqual([
    'mf-workspace@1.0.0 chat.named of mf-chat@1.0.0: title is required but not always present',
  ]);
});

test('a call must be in the pinned service table, and both its sides must fit', () => {
  const remote = record('mf-chat', { calls: [call(object({ chatId: text }), object({ chat: text }))] });
  expect(problemsOf(remote, setOf([remote]))[0]).toContain('chat.getChat, which the service does not implement');
  const fitting = record('service', { answers: [call(object({ chatId: text }), object({ chat: text, more: text }))] });
  expect(problemsOf(remote, setOf([remote], undefined, fitting))).toEqual([]);
  const stricter = record('service', {
    answers: [call(object({ chatId: text, team: text }), object({ chat: { type: 'number' } }))],
  });
  expect(problemsOf(remote, setOf([remote], undefined, stricter))).toEqual([
    'mf-chat@1.0.0 input of chat.getChat: team is required but not always present',
    'mf-chat@1.0.0 answer of chat.getChat: chat is "number", not "string"',
  ]);
});

test('an added field in an event of a newer neighbor breaks nobody, because consumers drop it', () => {
  const closed = (properties: Record<string, object>) => ({ ...object(properties), additionalProperties: false });
  const consumer = record('mf-workspace', { handles: [event(closed({ title: text }))] });
  const producer = record('mf-chat', { emits: [event(closed({ title: text, revision: text }))] });
  expect(problemsOf(consumer, setOf([consumer, producer]))).toEqual([]);
});

test('an added field of a newer service breaks nobody, at any depth; an added field of a newer remote does', () => {
  const closed = (properties: Record<string, object>) => ({ ...object(properties), additionalProperties: false });
  const remote = record('mf-chat', {
    calls: [call(closed({ chatId: text }), closed({ chat: closed({ title: text }) }))],
  });
  const newer = closed({ chat: closed({ title: text, pinned: text }), more: text });
  const service = record('service', { answers: [call(closed({ chatId: text }), newer)] });
  expect(problemsOf(remote, setOf([remote], undefined, service))).toEqual([]);
  const eager = record('mf-chat', { calls: [call(closed({ chatId: text, more: text }), newer)] });
  expect(problemsOf(eager, setOf([eager], undefined, service))).toEqual([
    'mf-chat@1.0.0 input of chat.getChat: more is refused',
  ]);
});

test('an item of a new type in a stream breaks nobody, a changed item of a known type does', () => {
  const item = (type: string, properties: Record<string, object>) => object({ type: { const: type }, ...properties });
  const streaming = (...items: object[]) => ({ ...call(object({}), object({})), item: { anyOf: items } });
  const remote = record('mf-chat', {
    calls: [streaming(item('text', { text }), item('end', {}))],
  });
  const more = streaming(item('text', { text }), item('end', {}), item('omission', { kind: text }));
  expect(problemsOf(remote, setOf([remote], undefined, record('service', { answers: [more] })))).toEqual([]);
  const other = streaming(item('text', { text: { type: 'number' } }), item('end', {}));
  expect(problemsOf(remote, setOf([remote], undefined, record('service', { answers: [other] })))).toEqual([
    'mf-chat@1.0.0 item of chat.getChat: text is "number", not "string"',
  ]);
});

test('a change that a remote relies on must be announced by the service, which older ones do not declare', () => {
  const renaming = (changes?: string[]) => ({ ...call(object({}), object({})), ...(changes ? { changes } : {}) });
  const remote = record('mf-chat', { calls: [renaming(['person.chats', 'person.messages'])] });
  const problems = (changes?: string[]) =>
    problemsOf(remote, setOf([remote], undefined, record('service', { answers: [renaming(changes)] })));
  expect(problems(['person.chats', 'person.messages', 'team.team'])).toEqual([]);
  expect(problems()).toEqual([]);
  expect(problems(['person.chats'])).toEqual([
    'mf-chat@1.0.0 relies on chat.getChat to announce person.messages, which the service does not do',
  ]);
});

describe('the failures of a call', () => {
  const details = object({ revision: text });
  const failing = (codes: string[], one: object = call(object({}), object({}))) => ({
    ...(one as ReturnType<typeof call>),
    failures: codes,
  });
  const table = (codes: string[]) =>
    Object.fromEntries(codes.map((code) => [code, { status: 409, decisive: code === 'stale', details }]));
  const consumer = (known: string[], handled: Record<string, string[]>) =>
    record('mf-chat', { calls: [failing(known)], failures: table(known), handlesFailures: handled });
  const answering = (codes: string[], more: Partial<RecordedContract> = {}) =>
    record('service', { answers: [failing(codes)], failures: table(codes), ...more });
  const problems = (remote: ReleaseRecord, service: ReleaseRecord) =>
    problemsOf(remote, setOf([remote], undefined, service));

  test('a consumer that handles a code that is gone is named', () => {
    const remote = consumer(['stale', 'unknown-chat'], { 'chat.getChat': ['unknown-chat'], '*': ['stale'] });
    expect(problems(remote, answering(['stale', 'unknown-chat']))).toEqual([]);
    expect(problems(remote, answering(['other-person']))).toEqual([
      'mf-chat@1.0.0 handles the failure unknown-chat of chat.getChat, which that call no longer has',
      'mf-chat@1.0.0 handles the failure stale, which none of its calls has any longer',
    ]);
  });

  test('a call that gained a code is named if showing the sentence is not enough', () => {
    const remote = consumer(['unknown-chat'], {});
    expect(problems(remote, answering(['unknown-chat', 'too-many-chats']))).toEqual([]);
    expect(problems(remote, answering(['unknown-chat', 'stale']))).toEqual([
      'mf-chat@1.0.0 makes the call chat.getChat, which can now fail with stale: it has to handle that',
    ]);
  });

  test('details that a consumer reads are compared as any answer', () => {
    const remote = consumer(['stale'], { 'chat.getChat': ['stale'] });
    const failures = { stale: { status: 409, details: object({ revision: { type: 'number' } }) } };
    expect(problems(remote, answering(['stale'], { failures }))).toEqual([
      'mf-chat@1.0.0 failure stale of chat.getChat: revision is "number", not "string"',
    ]);
  });

  test('a side without recorded codes has no problems', () => {
    const old = record('service', { answers: [call(object({}), object({}))] });
    expect(problems(consumer(['stale'], { 'chat.getChat': ['stale'], '*': ['stale'] }), old)).toEqual([]);
    const remote = record('mf-chat', { calls: [call(object({}), object({}))] });
    expect(problems(remote, answering(['stale']))).toEqual([]);
  });
});

test('a dialog that is opened must be supplied by something that is pinned', () => {
  const opener = record('mf-chat', { opens: [{ name: 'billing.settings', version: 1 }] });
  expect(problemsOf(opener, setOf([opener]))).toHaveLength(1);
  const supplier = record('mf-billing', { supplies: [{ name: 'billing.settings', version: 1 }] });
  expect(problemsOf(opener, setOf([opener, supplier]))).toEqual([]);
});

test('a remote that uses what the environment’s shell does not provide is named with it; additions break nobody', () => {
  const remote = record('mf-chat', { takes: { rxjs: ['map', 'share'], '@atrium/shared-kernel/ui/menu': ['Menu'] } });
  const given = { rxjs: ['map', 'share', 'tap'], '@atrium/shared-kernel/ui/menu': ['Menu'] };
  expect(problemsOf(remote, setOf([remote], record('shell', { gives: given })))).toEqual([]);
  expect(problemsOf(remote, setOf([remote], record('shell', { gives: { rxjs: ['map'] } })))).toEqual([
    'mf-chat@1.0.0 uses share of rxjs, which the shell does not provide',
    'mf-chat@1.0.0 uses Menu of @atrium/shared-kernel/ui/menu, which the shell does not provide',
  ]);
});

describe('the props of a dialog', () => {
  const dialog = (props?: object) => ({
    name: 'billing.settings',
    version: 1,
    ...(props ? { props: { ...props } } : {}),
  });
  const problems = (given?: object, read?: object) =>
    problemsOfSet(
      setOf([record('mf-chat', { opens: [dialog(given)] }), record('mf-billing', { supplies: [dialog(read)] })]),
    );
  const closed = (properties: Record<string, object>, required?: string[]) => ({
    ...object(properties, required),
    additionalProperties: false,
  });

  test('that its supplier requires and its opener does not pass are named with both', () => {
    expect(problems(closed({ tab: text }), closed({ tab: text, teamId: text }))).toEqual([
      'mf-chat@1.0.0 props of the dialog billing.settings of mf-billing@1.0.0: teamId is required but not always present',
    ]);
    expect(problems(closed({ tab: { enum: ['Usage', 'Keys'] } }), closed({ tab: { enum: ['Usage'] } }))).toEqual([
      'mf-chat@1.0.0 props of the dialog billing.settings of mf-billing@1.0.0: tab may be "Keys"',
    ]);
  });

  test('may be more than its supplier knows, and fewer if they are optional', () => {
    expect(problems(closed({ tab: text, more: text }), closed({ tab: text, teamId: text }, ['tab']))).toEqual([]);
  });

  test('are not compared if a release recorded none', () => {
    expect(problems(undefined, closed({ tab: text }))).toEqual([]);
    expect(problems(closed({}), undefined)).toEqual([]);
  });

  test('of a dialog in another version are unchecked: it is not supplied', () => {
    const opener = record('mf-chat', { opens: [{ ...dialog(closed({})), version: 2 }] });
    const supplier = record('mf-billing', { supplies: [dialog(closed({}))] });
    expect(problemsOf(opener, setOf([opener, supplier]))[0]).toContain('which no pinned release supplies');
  });
});

test('a filler that requires more than the shell passes to its slot is named, even if the shell passes nothing', () => {
  const filler = record('mf-chat', { fills: [{ name: 'shell.main', version: 1, input: object({ chatId: text }) }] });
  const problems = (input?: object) =>
    problemsOf(
      filler,
      setOf(
        [filler],
        record('shell', { slots: [{ name: 'shell.main', version: 1, ...(input ? { input: { ...input } } : {}) }] }),
      ),
    );
  const missing =
    'mf-chat@1.0.0 input of the slot shell.main of shell@1.0.0: chatId is required but not always present';
  expect(problems(object({ chatId: text, more: text }))).toEqual([]);
  expect(problems(object({ chatId: text }, []))).toEqual([missing]);
  expect(problems()).toEqual([missing]);
});
