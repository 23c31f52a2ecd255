import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { workspace } from '../release/data-folder.ts';

interface Container {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string; readonly target: string };
  readonly read_only?: boolean;
  readonly cap_drop?: string[];
  readonly security_opt?: string[];
  readonly command?: string[];
  readonly environment?: Record<string, string>;
  readonly depends_on?: Record<string, unknown>;
  readonly ports?: string[];
  readonly volumes?: string[];
  readonly tmpfs?: string[];
  readonly healthcheck?: { readonly test?: string[]; readonly disable?: boolean };
  readonly secrets?: string[];
}
interface Compose {
  readonly services: Record<string, Container>;
  readonly volumes: Record<string, unknown>;
  readonly secrets: Record<string, unknown>;
}
const text = readFileSync(join(import.meta.dirname, 'compose.yaml'), 'utf8');
const dockerfile = readFileSync(join(import.meta.dirname, 'Dockerfile'), 'utf8');
const { services, volumes, secrets } = parse(text, { merge: true }) as Compose;
const own = Object.entries(services).filter(([, { image, build }]) => build || image?.startsWith('atrium-'));

/** The value without any variables from outside: a required one is `x`. */
const valueOf = (given: string) => given.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1').replaceAll(/\$\{[^}]*\}/g, 'x');

test('the product has its database, Redis, bucket and mail server beside it', () => {
  const service = services['service']?.environment ?? {};
  const hosts = ['DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'AWS_ENDPOINT_URL'].map(
    (name) => /\/\/(?:[^@/]*@)?([\w-]+):/.exec(valueOf(service[name] ?? ''))?.[1],
  );
  expect(hosts).toEqual(['postgres', 'redis', 'mail', 'store']);
  for (const host of hosts) expect(Object.keys(services)).toContain(host);
  expect(service['ATRIUM_OBJECTS']).toMatch(/^s3:\/\/atrium\//);
  expect(services['edge']?.environment?.['ATRIUM_STORE']).toBe(services['publish']?.environment?.['ATRIUM_STORE']);
});

test('it is shown to this machine only unless a variable says otherwise, and edge and service know its address', () => {
  const edge = services['edge'];
  expect(edge?.ports).toEqual(['${ATRIUM_BIND:-127.0.0.1}:8080:8080']);
  expect(edge?.environment?.['ATRIUM_ORIGIN']).toBe(services['service']?.environment?.['ATRIUM_ORIGIN']);
});

test('the service and the operator page trust the same proxies', () => {
  const proxies = services['service']?.environment?.['ATRIUM_TRUSTED_PROXIES'];
  expect(proxies).toMatch(/^172\.16\./);
  expect(services['operator-page']?.environment?.['ATRIUM_TRUSTED_PROXIES']).toBe(proxies);
});

test('a model and payments are passed on to the service, which starts without neither', () => {
  const passed = Object.entries(services['service']?.environment ?? {}).filter(
    ([name, value]) => value === `\${${name}:-}`,
  );
  expect(passed.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'MODEL_BASE_URL',
      'MODEL_NAME',
      'ATRIUM_LOCAL_MODEL',
      'STRIPE_SECRET_KEY',
      'ATRIUM_LOCAL_PAYMENTS',
    ]),
  );
});

test('mail leaves by the server that is named from outside, and is kept on this machine without one', () => {
  const { SMTP_URL: server, MAIL_FROM: sender, ATRIUM_MAIL_SENDER: check } = services['service']?.environment ?? {};
  expect(server).toBe('${SMTP_URL:-smtp://mail:1025}');
  expect(sender).toMatch(/^\$\{MAIL_FROM:-.+\}$/);
  expect(check).toMatch(/^\$\{SMTP_URL:\+\$\{MAIL_FROM:\?.+\}\}$/);
});

test('our own containers have no rights that they do not need', () => {
  expect(own.map(([name]) => name).toSorted()).toEqual([
    'edge',
    'operator-page',
    'operators',
    'publish',
    'service',
    'signer',
    'watch',
  ]);
  for (const [name, one] of own)
    expect(one, name).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  for (const target of ['service', 'edge']) {
    const stage = dockerfile.split(/^FROM /m).find((one) => one.startsWith(`base AS ${target}\n`)) ?? '';
    expect(stage, target).toContain('\nUSER node\n');
    expect(stage, target).toContain('\nHEALTHCHECK ');
  }
});

test('only the edge is checked as the edge: containers of its image that run something else are never unhealthy', () => {
  const others = own.filter(([, { image, command }]) => image === 'atrium-edge' && command !== undefined);
  expect(others.map(([name]) => name)).toEqual(['publish', 'watch', 'operators', 'signer', 'operator-page']);
  for (const [name, { healthcheck }] of others)
    expect(healthcheck?.disable === true || healthcheck?.test?.join(' ').includes(':8082/'), name).toBe(true);
});

test('the keys that the first lines create are given to the user who reads them in the containers', () => {
  const users = own.flatMap(([, { tmpfs = [] }]) => tmpfs.flatMap((one) => /^\/data:uid=(\d+)$/.exec(one)?.[1] ?? []));
  expect(new Set(users).size).toBe(1);
  const created = [...text.matchAll(/^#.* genpkey .*? -out (\S+)/gm)].map(([, file]) => file);
  expect(created).toHaveLength(1);
  for (const file of created) expect(text).toContain(`#   sudo chown ${users[0]} ${file}\n`);
});

test('only the operator has the signing key', () => {
  const holders = own.filter(([, { secrets: held = [] }]) => held.includes('signing')).map(([name]) => name);
  expect(holders.toSorted()).toEqual(['operators', 'publish', 'signer', 'watch']);
  expect(services['operator-page']?.environment).not.toHaveProperty('ATRIUM_RELEASE_KEY');
  expect(services['operator-page']?.environment?.['ATRIUM_OPERATOR_ORIGIN']).toBe(
    services['service']?.environment?.['ATRIUM_OPERATOR_ORIGIN'],
  );
});

test('whoever signs releases trusts the keys that the edge trusts, so that a key can be replaced', () => {
  const { ATRIUM_RELEASE_TRUST: trust } = services['edge']?.environment ?? {};
  for (const [name, { environment = {}, secrets: held = [] }] of own.filter(([, one]) =>
    one.secrets?.includes('signing'),
  )) {
    expect(environment['ATRIUM_RELEASE_TRUST'], name).toBe(trust);
    expect(held, name).toContain('trust');
  }
});

test('everything that is named exists: files, volumes, secrets, services, and each variable in the first lines', () => {
  const commands = [text, dockerfile].flatMap((one) => one.match(/[\w/]+\/[\w-]+\.ts\b/g) ?? []);
  expect(commands.length).toBeGreaterThan(4);
  for (const file of commands) expect(existsSync(join(workspace, file)), file).toBe(true);
  for (const [name, { volumes: mounted = [], secrets: held = [], depends_on: needed = {} }] of Object.entries(
    services,
  )) {
    for (const volume of mounted) expect(Object.keys(volumes), name).toContain(volume.split(':')[0]);
    for (const secret of held) expect(Object.keys(secrets), name).toContain(secret);
    for (const other of Object.keys(needed)) expect(Object.keys(services), name).toContain(other);
  }
  const head = text.slice(0, text.indexOf('name: atrium'));
  for (const [, variable = ''] of text.matchAll(/\$\{(\w+):/g)) expect(head).toContain(variable);
});
