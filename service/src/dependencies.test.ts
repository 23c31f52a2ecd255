import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const service = join(import.meta.dirname, '..');
const read = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly dependencies?: Readonly<Record<string, string>>;
    readonly exports?: unknown;
  };

it('no package has an exports table that slows Node down: it parses the table for each imported file', () => {
  const names = Object.keys(read(service).dependencies ?? {});
  expect(names.length).toBeGreaterThan(20);
  const long = names.filter(
    (name) => JSON.stringify(read(join(service, 'node_modules', name)).exports ?? '').length > 10_000,
  );
  expect(long).toEqual([]);
});
