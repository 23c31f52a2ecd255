import { createHash } from 'node:crypto';
import { openApi } from '@atrium/shared-kernel/contracts/openapi';
import type { FastifyInstance } from 'fastify';
import { basePath } from './calls.ts';

/** `GET <base>/openapi.json`: every call as an OpenAPI document. `GET <base>/reference`: the same as a web page. */
export const addOpenApi = (app: FastifyInstance): void => {
  // Built on the first request: building it would take most of the time in which the routes are set up.
  let built: ReturnType<typeof openApi> | undefined;
  const document = () => (built ??= openApi(basePath));
  let page: string | undefined;
  app.get(`${basePath}/openapi.json`, async () => document());
  app.get(`${basePath}/reference`, async (_request, reply) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page reads what the kernel has made
    page ??= referencePage(document() as unknown as ApiDocument);
    return reply.header('content-security-policy', referencePolicy).type('text/html; charset=utf-8').send(page);
  });
};

type Json = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Json;
}
interface Operation {
  readonly operationId: string;
  readonly 'x-access': string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Answer;
  readonly responses: Readonly<Record<string, Answer>>;
}
interface Answer {
  readonly description?: string;
  readonly content?: Readonly<Record<string, { readonly schema: Json }>>;
}

/** An OpenAPI document as the kernel makes it. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly servers: readonly { readonly url: string }[];
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const jsonOf = (value: unknown): Json => Object(value);

/** A JSON schema as a TypeScript type, because readers of this page write TypeScript. */
export const shapeOf = (schema: Json, indent = ''): string => {
  const list = (key: string) => (Array.isArray(schema[key]) ? schema[key].map(jsonOf) : undefined);
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map((one) => JSON.stringify(one)).join(' | ');
  const union = list('anyOf') ?? list('oneOf');
  if (union) return [...new Set(union.map((one) => shapeOf(one, indent)))].join(' | ');
  const all = list('allOf');
  if (all) return all.map((one) => shapeOf(one, indent)).join(' & ');
  if (schema['type'] === 'array') {
    const items = jsonOf(schema['items']);
    const shape = shapeOf(items, indent);
    return ['anyOf', 'oneOf', 'allOf', 'enum'].some((key) => key in items) ? `(${shape})[]` : `${shape}[]`;
  }
  if (schema['type'] === 'integer') return 'number';
  if (schema['type'] !== 'object') return typeof schema['type'] === 'string' ? schema['type'] : 'unknown';
  const deeper = `${indent}  `;
  const required = new Set<unknown>(Array.isArray(schema['required']) ? schema['required'] : []);
  const lines = Object.entries(jsonOf(schema['properties'])).map(
    ([name, one]) => `${deeper}${name}${required.has(name) ? '' : '?'}: ${shapeOf(jsonOf(one), deeper)};`,
  );
  const others = schema['additionalProperties'];
  if (typeof others === 'object' && others !== null)
    lines.push(`${deeper}[key: string]: ${shapeOf(jsonOf(others), deeper)};`);
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
};

const parametersOf = ({ parameters = [] }: Operation, location: 'query' | 'header'): string =>
  parameters
    .filter((one) => one.in === location)
    .map(({ name, required, schema }) => `${name}${required ? '' : '?'}: ${shapeOf(schema)};`)
    .join('\n');

const bodyOf = ({ requestBody }: Operation): string =>
  Object.values(requestBody?.content ?? {})
    .map(({ schema }) => shapeOf(schema))
    .join('\n');

const part = (title: string, text: string) =>
  text === '' || text === '{}' ? '' : `<h4>${title}</h4><pre tabindex="0">${escaped(text)}</pre>`;

const codes = (text: string) => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

const callOf = (method: string, path: string, operation: Operation): string => {
  const { 200: done, ...failures } = operation.responses;
  const [[type, answer] = []] = Object.entries(done?.content ?? {});
  const title = type === 'application/x-ndjson' ? 'Each line of the answer' : 'Answer';
  const rows = Object.entries(failures).map(([status, { description = '' }]) => {
    const lines = description.split('\n\n').map((one) => `<p>${codes(one)}</p>`);
    return `<tr><th scope="row">${escaped(status)}</th><td>${lines.join('')}</td></tr>`;
  });
  return `<details id="${escaped(operation.operationId)}">
<summary><code>${escaped(operation.operationId)}</code> <span>${method.toUpperCase()} ${escaped(path)}</span></summary>
<p>Who may make it: ${escaped(operation['x-access'])}.</p>
${part('Headers', parametersOf(operation, 'header'))}${part('Query', parametersOf(operation, 'query'))}
${part('Body', bodyOf(operation))}${part(title, answer ? shapeOf(answer.schema) : '')}
${rows.length > 0 ? `<h4>Failures</h4><table><tbody>${rows.join('')}</tbody></table>` : ''}
</details>`;
};

const style = `:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem 1rem 4rem}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none}
details{border-top:1px solid color-mix(in srgb,currentColor 20%,transparent);padding:.5rem 0}
summary{cursor:pointer;overflow-wrap:anywhere}summary span{opacity:.75;margin-inline-start:.5rem}
pre{overflow:auto;padding:.75rem;background:color-mix(in srgb,currentColor 8%,transparent);border-radius:.25rem}
h4{margin:.75rem 0 .25rem}td p{margin:0}th{text-align:start;vertical-align:top;padding-inline-end:1rem}`;

/** The page needs no script: the policy allows its own styles and nothing else. */
export const referencePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Every call of an OpenAPI document as a web page, grouped by owner. */
export const referencePage = ({ paths, servers: [server] }: ApiDocument): string => {
  const base = server?.url ?? '';
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path: base + path, method, operation })),
  );
  const owners = Map.groupBy(calls, ({ operation }) => operation.operationId.split('.')[0] ?? '');
  const names = [...owners.keys()].toSorted();
  const sections = names.map((name) => {
    const own = (owners.get(name) ?? []).map(({ method, path, operation }) => callOf(method, path, operation));
    return `<section><h2 id="${escaped(name)}">${escaped(name)}</h2>\n${own.join('\n')}</section>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference – Atrium</title><style>${style}</style>
</head>
<body>
<main>
<h1>API reference</h1>
<p>All ${calls.length} calls of the service. Programs read the same as an <a href="${escaped(base)}/openapi.json">OpenAPI document</a>.
A call that changes something takes JSON, and only from the product’s own origin. A failed call answers with a
<code>code</code> to decide by and a <code>msg</code> to show.</p>
<nav aria-label="Owners"><ul>${names.map((name) => `<li><a href="#${escaped(name)}">${escaped(name)}</a></li>`).join('')}</ul></nav>
${sections.join('\n')}
</main>
</body>
</html>
`;
};
