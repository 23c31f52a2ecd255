import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { workspace } from '../release/data-folder.ts';
import { vendoredReleases } from '../release/vendored-releases.ts';
import { signingKey } from '../release/keys.ts';
import { openStore } from '../release/store.ts';
import { changedFiles } from '../release/verify-release.ts';
import { objectsIn, readChart } from '../testing/chart/render.ts';
import { publishRemote, publishShell } from '../testing/release.ts';
import { type S3Server, useS3 } from '../testing/s3.ts';

/**
 * Runs the steps of the images, of the compose file and of the chart as they are written, without a container engine.
 */
const dockerfile = readFileSync(join(import.meta.dirname, 'Dockerfile'), 'utf8');
const compose = parse(readFileSync(join(import.meta.dirname, 'compose.yaml'), 'utf8'), { merge: true }) as {
  services: Record<string, { command?: string[] }>;
};
const buildSteps = [...dockerfile.matchAll(/^RUN ATRIUM_DATA=\/releases (node .*)$/gm)].map(([, step = '']) => step);
const start = (JSON.parse(/^CMD (\["sh".*)$/m.exec(dockerfile)?.[1] ?? '[]') as string[])[2] ?? '';
const chart = readChart(join(workspace, 'deploy/charts/atrium'), 'live').draw({});
const publishJob = objectsIn(chart.get('operator.yaml') ?? '').find(({ kind }) => kind === 'Job') as unknown as {
  spec: { template: { spec: { containers: { command: string[] }[] } } };
};
const steps: Record<string, string> = {
  'the image, without a bucket': start.slice(0, start.indexOf('; exec ')),
  'the compose file': compose.services['publish']?.command?.[2] ?? '',
  'the chart': publishJob.spec.template.spec.containers[0]?.command[2] ?? '',
};

/** Each step starts several processes that import the same sources, so they share the compile cache of the test run. */
const { NODE_COMPILE_CACHE: compiled } = process.env;

let folder = '';
let s3: S3Server;
let key = '';
/** Runs a shell line as a container does: in its own working folder, with only the given variables. */
const run = (line: string, cwd: string, env: NodeJS.ProcessEnv) => {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
    cwd,
    encoding: 'utf8',
    env: {
      PATH: `${join(workspace, 'node_modules/.bin')}:${process.env['PATH']}`,
      ...(compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled }),
      ...env,
    },
  });
  return { status, output: stdout + stderr };
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-installation-'));
  s3 = await useS3();
  key = signingKey(join(folder, 'operator'), {}).secret.export({ type: 'pkcs8', format: 'pem' }).toString();
  for (const step of buildSteps) {
    const { status, output } = run(step, workspace, { ATRIUM_DATA: join(folder, 'built') });
    if (status !== 0) throw new Error(output);
  }
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true }), 180_000);

test('the image contains the pinned releases unchanged, with each text compressed in two formats', () => {
  expect(buildSteps).toHaveLength(2);
  const vendored = vendoredReleases(join(workspace, 'deploy/environments'));
  const image = openStore(join(folder, 'built/store'));
  for (const name of vendored.names())
    for (const version of vendored.versions(name)) {
      const record = vendored.read(name, version);
      expect(image.read(name, version).content, name).toBe(record.content);
      expect(changedFiles(image, record)).toEqual([]);
      for (const { file } of record.files.filter((one) => /\.(js|css)$/.test(one.file) && one.bytes > 1000))
        for (const ending of ['.br', '.gz'])
          expect(existsSync(join(image.files(name, version), file + ending)), file + ending).toBe(true);
    }
});

let runs = 0;
describe.each(Object.entries(steps))('an installation by %s', (kind, step) => {
  /**
   * Where the release command installs. With `other`, other content already exists under the versions to be published.
   */
  const installation = (other: boolean) => {
    runs += 1;
    const at = join(folder, `run-${runs}`);
    mkdirSync(join(at, 'pins'), { recursive: true });
    symlinkSync(join(workspace, 'deploy'), join(at, 'deploy'));
    symlinkSync(join(folder, 'built/store'), join(at, 'releases'));
    for (const name of ['local', 'staging', 'production'])
      cpSync(join(workspace, `deploy/environments/${name}.json`), join(at, `pins/${name}.json`));
    const env: NodeJS.ProcessEnv = {
      ATRIUM_ENVIRONMENT: 'production',
      ATRIUM_ENVIRONMENTS: join(at, 'pins'),
      ATRIUM_DATA: join(at, 'data'),
      ...(kind.startsWith('the image') ? {} : { ATRIUM_STORE: s3.newAddress(), ATRIUM_RELEASE_KEY: key, ...s3.env }),
    };
    if (other) {
      const foreign = openStore(join(at, 'foreign'));
      const version = openStore(join(at, 'releases')).versions('shell')[0] ?? '';
      publishShell(foreign, version, '<head><!--release-set--></head>');
      publishRemote(foreign, 'mf-auth', openStore(join(at, 'releases')).versions('mf-auth')[0] ?? '');
      expect(run('node deploy/release/release.mjs import foreign', at, env).status).toBe(0);
    }
    return {
      install: () => run(step, at, env),
      doctor: () => run('node deploy/release/release.mjs doctor production', at, env),
    };
  };

  test('ends well in an empty store, and again in the store that it filled', () => {
    const { install, doctor } = installation(false);
    for (const at of ['first', 'second']) {
      const { status, output } = install();
      expect(status, `${at}: ${output}`).toBe(0);
      expect(output, at).toContain('production is signed and served as pinned.');
    }
    const proof = doctor();
    expect(proof.status, proof.output).toBe(0);
  }, 120_000);

  test('succeeds if the store has another build of a version: that one stays, and is named', () => {
    const { install, doctor } = installation(true);
    const { status, output } = install();
    expect(status, output).toBe(0);
    expect(output).toMatch(/mf-auth@\S+ stays unchanged: /);
    expect(output).toContain('production is signed and served as pinned.');
    const proof = doctor();
    expect(proof.status, proof.output).toBe(0);
  }, 120_000);
});
