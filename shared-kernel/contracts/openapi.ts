import * as z from 'zod/mini';
import { callTable } from './call-table.ts';
import { changesOf } from './changes/declared.ts';
import type { CallDef, SchemaOf } from './define.ts';
import { bodySchemaOf } from './failures/answer.ts';
import type { FailureDef } from './failures/define.ts';
import { type FailureCode, failureCodesOf, failures } from './failures/failures.ts';

type Json = Readonly<Record<string, unknown>>;

const schemaOf = (schema: SchemaOf, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema(), { io });
  return { ...json };
};

const body = (schema: Json, type = 'application/json') => ({ content: { [type]: { schema } } });

const parameters = ({ properties, required }: Json): Json[] =>
  Object.entries(properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: Array.isArray(required) && required.includes(name),
    schema,
  }));

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  description: 'The revision that the change is based on, as an entity tag. Where it has moved on the answer is 412.',
  schema: { type: 'string' },
};

const schemaName = (code: FailureCode) => `failure.${code}`;
const describe = (code: FailureCode) => {
  const { msg }: FailureDef = failures[code];
  return typeof msg === 'string' ? `\`${code}\`: ${msg}` : `\`${code}\``;
};

/** The failures of a call by their status: each with its code, and its sentence if that is always the same. */
const failureResponses = (call: CallDef): Json =>
  Object.fromEntries(
    [...Map.groupBy(failureCodesOf(call), (code) => failures[code].status)].map(([status, codes]) => [
      status,
      {
        description: codes.map(describe).join('\n\n'),
        ...body({ anyOf: codes.map((code) => ({ $ref: `#/components/schemas/${schemaName(code)}` })) }),
      },
    ]),
  );

const operation = (call: CallDef): Json => {
  const input = schemaOf(call.input, 'input');
  const success = call.item
    ? body(schemaOf(call.item, 'output'), 'application/x-ndjson')
    : body(schemaOf(call.output, 'output'));
  return {
    operationId: call.name,
    'x-access': call.access,
    'x-version': call.version,
    ...(changesOf(call).length > 0 ? { 'x-changes': changesOf(call) } : {}),
    ...(call.access === 'visitor' ? {} : { security: [{ session: [] }] }),
    ...(call.method === 'GET' ? {} : { requestBody: { required: true, ...body(input) } }),
    ...(call.method === 'GET' || call.basedOn
      ? { parameters: [...(call.method === 'GET' ? parameters(input) : []), ...(call.basedOn ? [ifMatch] : [])] }
      : {}),
    responses: {
      200: { description: 'Done.', ...success },
      ...failureResponses(call),
    },
  };
};

const general =
  'A POST needs a JSON body and the product’s own origin in the header Origin. A call may say in the header Atrium-Person ' +
  'for which user its page was made, by id or as none: for any other user it is refused with other-person.';

/** An OpenAPI 3.1 document of all calls. `basePath` is the service base path, such as `/api`. */
export const openApi = (basePath: string): Json => ({
  openapi: '3.1.0',
  info: { title: 'Atrium service', version: '1', description: general },
  servers: [{ url: basePath }],
  paths: Object.fromEntries(callTable.map((call) => [call.path, { [call.method.toLowerCase()]: operation(call) }])),
  components: {
    securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'atrium_session' } },
    schemas: Object.fromEntries(
      [...new Set(callTable.flatMap(failureCodesOf))].map((code) => [schemaName(code), bodySchemaOf(code)]),
    ),
  },
});
