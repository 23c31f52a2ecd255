import { createHash } from 'node:crypto';
import { callTable } from '@atrium/shared-kernel/contracts/call-table';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/app.ts';
import { shapeOf } from './reference-page.ts';

let app: TestApp;
let page: string;
let policy: string;
beforeAll(async () => {
  app = await createTestApp();
  const { body, headers } = await app.app.inject({ url: '/api/reference' });
  page = body;
  policy = String(headers['content-security-policy']);
});
afterAll(() => app.close());

it('shows every call once, with its URL and who may make it', () => {
  const shown = [...page.matchAll(/<details id="([^"]+)">/g)].map(([, name = '']) => name);
  expect(shown.toSorted()).toEqual(callTable.map(({ name }) => name).toSorted());
  expect(page).toContain('<code>chat.renameChat</code> <span>POST /api/renameChat</span>');
  expect(page).toContain('<a href="/api/openapi.json">');
});

it('shows the codes with which a call can fail', () => {
  const [call = ''] = /<details id="files\.uploadUrl">[^]*?<\/details>/.exec(page) ?? [];
  expect(call).toContain('<code>unsupported-file-type</code>');
  expect(call).toContain('<th scope="row">429</th>');
});

it('runs no script, and has no style but its own', () => {
  const [, style = ''] = /<style>([^]*?)<\/style>/.exec(page) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(policy).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(page).not.toMatch(/<script|style=|src=/);
});

it.each([
  [{ type: 'string' }, 'string'],
  [{ type: 'array', items: { type: 'integer' } }, 'number[]'],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { const: 1 }] } }, '(string | 1)[]'],
  [{ enum: ['a', 'b'] }, '"a" | "b"'],
  [{ type: 'object', properties: {} }, '{}'],
  [{ type: 'object', additionalProperties: { type: 'boolean' } }, '{\n  [key: string]: boolean;\n}'],
  [
    {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'object', properties: { b: {} } }, c: { type: 'null' } },
    },
    '{\n  a: {\n    b?: unknown;\n  };\n  c?: null;\n}',
  ],
])('writes %j as a type', (schema, shape) => {
  expect(shapeOf(schema)).toBe(shape);
});
