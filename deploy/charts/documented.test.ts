import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { workspace } from '../release/data-folder.ts';

const textOf = (path: string) => readFileSync(join(workspace, path), 'utf8');
const document = textOf('docs/operations.md');
const given = textOf('deploy/charts/atrium/values.yaml');

/** Connections of an instance besides its pool: changes, notifications, and the two of an import. */
const besides = 4;

test('operators read how many connections their database has to accept at the chart’s largest number of pods', () => {
  const { service } = parse(given) as { service: { autoscaling: { maxReplicas: number } } };
  const pods = service.autoscaling.maxReplicas;
  const pool = Number(/DATABASE_POOL: .*\.default\((\d+)\)/.exec(textOf('service/src/config.ts'))?.[1]);
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
