import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { objectsIn } from './render.ts';

/** Whether Helm is installed on this machine. */
export const hasHelm = (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'helm')));

const helm = (args: readonly string[], values: object): string => {
  const { status, stdout, stderr } = spawnSync('helm', [...args, '--values', '-'], {
    input: JSON.stringify(values),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stdout + stderr);
  return stdout;
};

/** The objects that Helm itself renders from a chart. Throws Helm's error message. */
export const helmObjects = (folder: string, release: string, values: object) =>
  objectsIn(helm(['template', release, folder, '--namespace', 'default'], values));

/** Throws what `helm lint` reports about a chart. */
export const lintChart = (folder: string, values: object): void => {
  helm(['lint', '--strict', folder], values);
};
