import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const run = promisify(execFile);
const service = resolve(import.meta.dirname, '../..');

it('is what the migrations make: nothing is left to generate', async () => {
  const out = mkdtempSync(join(service, 'node_modules/.migrations-'));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  cpSync(join(service, 'src/db/migrations'), out, { recursive: true });
  const options = ['--dialect=postgresql', '--schema=./src/db/schema/*.ts', '--casing=snake_case'];
  const kit = join(service, 'node_modules/drizzle-kit/bin.cjs');
  const relative = out.slice(service.length + 1);
  const { stdout } = await run(process.execPath, [kit, 'generate', ...options, `--out=${relative}`], { cwd: service });
  expect(stdout).toContain('No schema changes');
});
