import { describe, expect, test } from 'vitest';
import { callTable } from './call-table.ts';
import { bodySchemaOf } from './failures/answer.ts';
import { openApi } from './openapi.ts';

type Json = Record<string, unknown>;
const document = openApi('/api') as {
  openapi: string;
  info: Json;
  servers: Json[];
  paths: Record<string, Record<string, Json & { responses: Record<number, Json> }>>;
  components: { schemas: Record<string, Json> };
};
const id = { type: 'string', pattern: '^[0-9a-f]{24}$' };
const jsonOf = (schema: object) => ({ content: { 'application/json': { schema } } });
const anyOf = (...codes: readonly string[]) =>
  jsonOf({ anyOf: codes.map((code) => ({ $ref: `#/components/schemas/failure.${code}` })) });

describe('the document of the calls', () => {
  test('has a title and the address of the calls', () => {
    const { openapi, info, servers } = document;
    expect({ openapi, info, servers }).toEqual({
      openapi: '3.1.0',
      info: { title: 'Atrium service', version: '1', description: expect.stringMatching(/Origin.*Atrium-Person/) },
      servers: [{ url: '/api' }],
    });
  });

  test('has a GET with its parameters in the query', () => {
    const { parameters, requestBody, ...others } = document.paths['/sharedChat']!['get']!;
    expect(requestBody).toBeUndefined();
    expect(parameters).toEqual([
      { name: 'messageId', in: 'query', required: true, schema: expect.objectContaining({ type: 'string' }) },
    ]);
    expect(others).toMatchObject({ operationId: 'chat.getSharedChat', 'x-access': 'visitor', 'x-version': 1 });
    expect(others).not.toHaveProperty('x-changes');
    expect(document.paths['/globalChats']!['get']!['parameters']).toContainEqual(
      expect.objectContaining({ name: 'tagId', required: false }),
    );
    expect(document.paths['/teams']!['get']!['parameters']).toEqual([]);
  });

  test('has a POST with its body, and a change of something shared with its revision', () => {
    const { requestBody, parameters, responses, ...others } = document.paths['/renameTeam']!['post']!;
    expect(others).toEqual({
      operationId: 'teams.renameTeam',
      'x-access': 'teamAdmin',
      'x-version': 1,
      'x-changes': ['team.team'],
      security: [{ session: [] }],
    });
    expect(requestBody).toEqual({
      required: true,
      ...jsonOf({
        type: 'object',
        properties: { teamId: id, name: { type: 'string', minLength: 1, maxLength: 100 } },
        required: ['teamId', 'name'],
        additionalProperties: false,
      }),
    });
    expect(parameters).toEqual([
      {
        name: 'If-Match',
        in: 'header',
        description:
          'The revision that the change is based on, as an entity tag. Where it has moved on the answer is 412.',
        schema: { type: 'string' },
      },
    ]);
    expect(responses[200]).toEqual({
      description: 'Done.',
      ...jsonOf({ type: 'object', properties: { msg: { type: 'string' } }, additionalProperties: false }),
    });
    expect(document.paths['/joinTeam']!['post']).not.toHaveProperty('parameters');
  });

  test('has the failures of a call by status, each with its code and sentence', () => {
    const { responses } = document.paths['/renameTeam']!['post']!;
    expect(responses[412]).toEqual({
      description: '`stale`: This was changed in the meantime. Please look at it again.',
      ...anyOf('stale'),
    });
    expect(responses[400]).toEqual({
      description: [
        '`invalid-input`',
        '`unstorable-text`: The request contains a character that can’t be stored.',
        '`invalid-json`: The request is not valid JSON.',
        '`invalid-request`: The request is not valid.',
        '`invalid-revision`: If-Match is not a list of entity tags.',
      ].join('\n\n'),
      ...anyOf('invalid-input', 'unstorable-text', 'invalid-json', 'invalid-request', 'invalid-revision'),
    });
    expect(Object.keys(responses).map(Number)).toEqual([200, 400, 401, 403, 404, 409, 412, 413, 415, 500, 501]);
  });

  test('requires a session where the call does', () => {
    const open = callTable.filter(({ path, method }) => !document.paths[path]![method.toLowerCase()]!['security']);
    expect(open.map(({ name }) => name)).toEqual(
      callTable.filter(({ access }) => access === 'visitor').map(({ name }) => name),
    );
  });

  test('has a stream by its lines', () => {
    const streams = callTable.filter(({ item }) => item);
    expect(streams.length).toBeGreaterThan(2);
    for (const { path, method } of streams)
      expect(Object.keys(document.paths[path]![method.toLowerCase()]!.responses[200]!['content'] as Json)).toEqual([
        'application/x-ndjson',
      ]);
  });

  test('describes accepted inputs, and returned answers and lines of streams', () => {
    const taken = { type: 'object', properties: { name: { type: 'string' }, type: { type: 'string' } } };
    const { requestBody } = document.paths['/editChatTagContext']!['post']!;
    const { schema } = (requestBody as ReturnType<typeof jsonOf>).content['application/json'];
    const { files } = (schema as { properties: Record<string, { items: Json }> }).properties;
    expect(files!.items).toMatchObject(taken);
    // More than these is taken, and left out.
    expect(files!.items).not.toHaveProperty('additionalProperties');
    const { content } = document.paths['/followReply']!['get']!.responses[200]!;
    const line = (content as Record<string, { schema: { oneOf: Json[] } }>)['application/x-ndjson']!.schema;
    expect(line.oneOf.every(({ additionalProperties }) => additionalProperties === false)).toBe(true);
  });

  test('names no schema dialect inside the document', () => {
    expect(JSON.stringify(document)).not.toContain('$schema');
  });

  test.each([
    ['unknown-team', {}, []],
    ['stale', { revision: { type: 'string' } }, ['revision']],
    ['invalid-input', { field: { type: 'string' }, reason: { type: 'string' } }, ['reason']],
    ['too-many-replies', { limit: expect.anything(), _msBeforeNext: { type: 'integer' } }, ['limit', '_msBeforeNext']],
  ] as const)('has the body of %s with its details', (code, details, required) => {
    const schema = {
      type: 'object',
      properties: { code: { const: code }, msg: { type: 'string' }, ...details },
      required: ['code', 'msg', ...required],
    };
    expect(bodySchemaOf(code)).toEqual(schema);
    expect(document.components.schemas[`failure.${code}`]).toEqual(schema);
  });
});
