import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { workspace } from '../release/data-folder.ts';

const textOf = (path: string) => readFileSync(join(workspace, path), 'utf8');
const document = textOf('docs/operations.md');
const given = textOf('deploy/charts/atrium/values.yaml');

const sources = join(workspace, 'service/src');
/** The sources that connect to the database. */
const connecting = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing/'))
  .filter((name) => /new (?:Client|Pool)\(|openDatabase\(/.test(readFileSync(join(sources, name), 'utf8')));
/** The pool, and what connects before an instance runs or beside it. */
const others = [
  'adapters/database/embedded.ts',
  'backup/backup.ts',
  'backup/restore.ts',
  'compose/database.ts',
  'db/database.ts',
  'db/migrate.ts',
];
/** Connections of an instance besides its pool, such as those of changes, notifications, and an import. */
const besides = connecting
  .filter((name) => !others.includes(name))
  .map((name) => Number(/\bmax: (\d+)/.exec(textOf(`service/src/${name}`))?.[1] ?? 1))
  .reduce((sum, one) => sum + one, 0);

test('operators read how many connections their database has to accept at the chart’s largest number of pods', () => {
  const { service } = parse(given) as { service: { autoscaling: { maxReplicas: number } } };
  const pods = service.autoscaling.maxReplicas;
  const pool = Number(/DATABASE_POOL: .*\.default\((\d+)\)/.exec(textOf('service/src/config.ts'))?.[1]);
  expect(connecting).toEqual(expect.arrayContaining(others));
  expect(document).toContain(`${pods} × (${pool} + ${besides}) = ${pods * (pool + besides)} connections`);
  expect(given).toContain(`up to ${pool + besides} connections`);
});

test('the commands that install the chart give the service all that it does not start without', () => {
  const commands = document.slice(
    document.indexOf('kubectl create secret'),
    document.indexOf('The service does not start'),
  );
  for (const name of ['DATABASE_URL', 'ATRIUM_SECRET_KEY', 'MODEL_NAME', 'STRIPE_SECRET_KEY', 'SMTP_URL', 'MAIL_FROM'])
    expect(commands).toContain(`${name}=`);
});
