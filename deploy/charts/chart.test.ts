import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { runCommand } from '../ci/run-command.ts';
import { workspace } from '../release/data-folder.ts';
import { hasHelm, helmObjects, lintChart } from '../testing/chart/helm.ts';
import { merged, objectsIn, readChart } from '../testing/chart/render.ts';

const folder = join(import.meta.dirname, 'atrium');
const chart = readChart(folder, 'live');
const given = {
  origin: 'https://chat.example.com',
  releases: {
    store: 's3://atrium/releases',
    trust: '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----\n',
  },
  objects: { store: 's3://atrium/files' },
  service: { trustedProxies: '10.244.0.0/16' },
};
const onNodes = {
  podAnnotations: { 'prometheus.io/scrape': 'false' },
  affinity: { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'chat', operator: 'Exists' }],
};
const operators = {
  enabled: true,
  origin: 'https://operators.chat.example.com',
  requestTrust: given.releases.trust,
  policy: {
    environment: 'production',
    approvals: 1,
    roles: { owner: { may: ['*'], remotes: ['*'] } },
    people: { ada: { signIn: ['product:ada@example.com'], roles: ['owner'] } },
  },
  env: { ATRIUM_OPERATOR_OIDC_ISSUER: 'https://id.example.com' },
};
const variants: Record<string, object> = {
  'as it is': {},
  'with all there is': {
    image: { tag: '1.2.3', pullSecrets: ['registry'] },
    s3: { endpoint: 'https://s3.example.com' },
    service: {
      env: { MODEL_NAME: 'model "x"', LOG_LEVEL: 'warn' },
      ...onNodes,
      extraVolumes: [{ name: 'ca', configMap: { name: 'ca' } }],
      extraVolumeMounts: [{ name: 'ca', mountPath: '/etc/ca', readOnly: true }],
    },
    edge: { env: { ATRIUM_STORE_SECONDS: '5' }, ...onNodes, scratch: { data: '20Gi' } },
    ingress: { tlsSecret: 'chat-tls' },
    serviceAccounts: { service: 'files', edge: 'readers', operator: 'writers' },
    operator: { ...onNodes, extraVolumes: [{ name: 'ca', configMap: { name: 'ca' } }] },
    networkPolicy: { edgeFrom: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }], egress: { edge: [] } },
  },
  'with as little as possible': {
    releases: { publish: false, watch: false },
    service: { autoscaling: { enabled: false } },
    edge: { autoscaling: { enabled: false } },
    ingress: { enabled: false },
    networkPolicy: { enabled: false },
    serviceAccounts: { create: false },
  },
  'with the page of operators': { operators },
  'with the page of operators on a chosen volume': {
    operators: { ...operators, persistence: { storageClass: 'ssd', size: '10Mi' } },
  },
  'with accounts of its own that have roles': {
    serviceAccounts: { annotations: { service: { role: 'files' }, operator: { role: 'writers' } } },
  },
};

interface Container {
  readonly name: string;
  readonly command?: string[];
  readonly env: { name: string; value: string }[];
  readonly envFrom: { secretRef: { name: string } }[];
  readonly securityContext: object;
  readonly readinessProbe?: object;
  readonly lifecycle?: object;
  readonly volumeMounts: readonly object[];
  readonly image: string;
}
interface Workload {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Record<string, string> };
  readonly spec: {
    readonly replicas?: number;
    readonly minReplicas?: number;
    readonly strategy?: { type?: string; rollingUpdate?: object };
    readonly template: {
      readonly metadata: { labels: Record<string, string>; annotations?: Record<string, string> };
      readonly spec: {
        readonly terminationGracePeriodSeconds?: number;
        readonly securityContext: object;
        readonly containers: readonly Container[];
        readonly serviceAccountName?: string;
        readonly volumes: readonly { name: string }[];
      };
    };
  };
}
const drawnByTests = (more: object = {}, cluster: Record<string, unknown> = {}) =>
  [...chart.draw(merged(given, more) as Record<string, unknown>, cluster).values()].flatMap(objectsIn);
const drawnByHelm = (more: object) => helmObjects(folder, 'live', merged(given, more) as object);
/** Rendered by Helm if it is installed, otherwise by the renderer of the tests. */
const drawn = (more: object = {}) => (hasHelm ? drawnByHelm(more) : drawnByTests(more)) as unknown as Workload[];
const find = (objects: readonly Workload[], kind: string, name: string): Workload => {
  const found = objects.find((one) => one.kind === kind && one.metadata.name === name);
  if (!found) throw new Error(`There is no ${kind} ${name}.`);
  return found;
};
const container = (workload: Workload): Container => {
  const [only] = workload.spec.template.spec.containers;
  if (!only) throw new Error(`${workload.metadata.name} has no container.`);
  return only;
};

// Without Helm there is nothing to compare the renderer of the tests with.
test.each(hasHelm ? Object.entries(variants) : [])('%s: Helm accepts the chart and renders the same', (_, more) => {
  lintChart(folder, merged(given, more) as object);
  const byName = (objects: readonly object[]) =>
    new Map((objects as Workload[]).map((one) => [`${one.kind} ${one.metadata.name}`, one]));
  expect(byName(drawnByHelm(more))).toEqual(byName(drawnByTests(more)));
});

const modules: Record<string, string> = {
  Deployment: 'apps/v1',
  Service: 'core/v1',
  PodDisruptionBudget: 'policy/v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  Ingress: 'networking/v1',
  NetworkPolicy: 'networking/v1',
  Job: 'batch/v1',
  ServiceAccount: 'core/v1',
  PersistentVolumeClaim: 'core/v1',
};

test('every object is valid for Kubernetes, field by field', async () => {
  const check = mkdtempSync(join(tmpdir(), 'atrium-chart-'));
  try {
    const lines = Object.values(variants)
      .flatMap((more) => drawn(more))
      .map((one, at) => {
        const from = modules[one.kind];
        expect(from, `${one.kind} has a type`).toBeDefined();
        return `const object${at}: import('kubernetes-types/${from}').${one.kind} = ${JSON.stringify(one)};\nvoid object${at};`;
      });
    writeFileSync(join(check, 'objects.ts'), lines.join('\n'));
    const types = join(workspace, 'deploy/node_modules/kubernetes-types');
    const compilerOptions = { strict: true, noEmit: true, types: [], paths: { 'kubernetes-types/*': [`${types}/*`] } };
    writeFileSync(join(check, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['objects.ts'] }));
    const { code, output } = await runCommand('tsc', ['-p', check]);
    expect(output).toBe('');
    expect(code).toBe(0);
  } finally {
    rmSync(check, { recursive: true });
  }
});

test.each(Object.entries(variants))('%s: no container has more rights than it needs', (_, more) => {
  const workloads = drawn(more).filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
  expect(workloads.length).toBeGreaterThanOrEqual(3);
  for (const { metadata, spec } of workloads) {
    expect(spec.template.spec.securityContext, metadata.name).toMatchObject({ runAsNonRoot: true });
    for (const { securityContext } of spec.template.spec.containers)
      expect(securityContext, metadata.name).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
  }
});

test.each([
  ['live-service', { httpGet: { path: '/internal/ready' } }, 660],
  // Ready without a release set, too: when it expires, open pages still need the edge.
  ['live-edge', { tcpSocket: { port: 'http' } }, 660],
])('%s is replaced without cutting a reply: ready first, then drained, then ended', (name, ready, seconds) => {
  const deployment = find(drawn(), 'Deployment', name);
  expect(container(deployment).readinessProbe).toMatchObject(ready);
  expect(deployment.spec.strategy?.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
  expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBe(seconds);
  const drain = container(deployment).env.find((one) => one.name === 'ATRIUM_DRAIN_SECONDS');
  expect(Number(drain?.value)).toBeLessThan(seconds);
  expect(container(deployment).lifecycle).toEqual({ preStop: { exec: { command: ['sleep', '5'] } } });
});

test('the number of pods is set by the autoscaler if there is one, otherwise by the values', () => {
  const scaled = drawn();
  expect(find(scaled, 'Deployment', 'live-service').spec.replicas).toBeUndefined();
  expect(find(scaled, 'HorizontalPodAutoscaler', 'live-service').spec.minReplicas).toBe(2);
  const fixed = drawn({ service: { autoscaling: { enabled: false }, replicas: 3 } });
  expect(find(fixed, 'Deployment', 'live-service').spec.replicas).toBe(3);
  expect(fixed.filter(({ kind }) => kind === 'HorizontalPodAutoscaler').map(({ metadata }) => metadata.name)).toEqual([
    'live-edge',
  ]);
});

test('the database is migrated, and releases are published, before a pod is replaced', () => {
  const objects = drawn();
  for (const [name, command] of [
    ['live-migrate', ['node', 'service/src/migrate.ts']],
    ['live-publish', ['sh', '-c', expect.stringContaining('release.mjs import --skip-existing releases') as string]],
  ] as const) {
    const job = find(objects, 'Job', name);
    expect(job.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    expect(container(job).command).toEqual(command);
  }
});

test('each part has its own secret: the edge knows no database, and only operators may sign', () => {
  const secrets = new Map(
    drawn()
      .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
      .map((one) => [one.metadata.name, container(one).envFrom.map(({ secretRef }) => secretRef.name)]),
  );
  expect(Object.fromEntries(secrets)).toEqual({
    'live-edge': ['atrium-edge'],
    'live-migrate': ['atrium-service'],
    'live-publish': ['atrium-operator'],
    'live-service': ['atrium-service'],
    'live-watch': ['atrium-operator'],
  });
});

test('the page of operators has no key of releases, and the signer alone does what is requested there', () => {
  const objects = drawn({ operators });
  const [page, signer] = ['live-page', 'live-signer'].map((name) => find(objects, 'Deployment', name));
  if (!page || !signer) throw new Error('They are not there.');
  expect(container(page).envFrom).toEqual([{ secretRef: { name: 'atrium-page' } }]);
  expect(container(signer).envFrom).toEqual([{ secretRef: { name: 'atrium-operator' } }]);
  const values = (one: Workload) => Object.fromEntries(container(one).env.map(({ name, value }) => [name, value]));
  expect(values(page)).toMatchObject({ ATRIUM_OPERATOR_ORIGIN: operators.origin, ATRIUM_ORIGIN: given.origin });
  expect(JSON.parse(values(signer)['ATRIUM_OPERATORS'] ?? '')).toEqual(operators.policy);
  expect(values(signer)['ATRIUM_REQUEST_TRUST']).toBe(given.releases.trust);
  const service = container(find(objects, 'Deployment', 'live-service'));
  expect(service.env.find(({ name }) => name === 'ATRIUM_OPERATOR_ORIGIN')?.value).toBe(operators.origin);
  const rules = find(objects, 'NetworkPolicy', 'live-service').spec as unknown as { ingress: { from: object[] }[] };
  expect(rules.ingress[0]?.from).toHaveLength(3);
  expect(drawn().some(({ metadata }) => /-(page|signer)$/.test(metadata.name))).toBe(false);
});

test.each(['live-service', 'live-page'])('%s trusts the proxies that forward its callers’ addresses', (name) => {
  const { env } = container(find(drawn({ operators }), 'Deployment', name));
  expect(env.find((one) => one.name === 'ATRIUM_TRUSTED_PROXIES')?.value).toBe(given.service.trustedProxies);
});

test('the signer remembers the end of the audit trail on a volume of its own, which two of them never share', () => {
  const drawnWith = (persistence: object = {}) => drawn({ operators: { ...operators, persistence } });
  const claimOf = (given: object) => find(drawnWith(given), 'PersistentVolumeClaim', 'live-signer').spec;
  const { spec } = find(drawnWith(), 'Deployment', 'live-signer');
  expect(spec.strategy).toEqual({ type: 'Recreate' });
  const audit = { name: 'audit', persistentVolumeClaim: { claimName: 'live-signer' } };
  expect(spec.template.spec.volumes).toContainEqual(audit);
  expect(spec.template.spec.containers[0]?.volumeMounts).toContainEqual({ name: 'audit', mountPath: '/data/audit' });
  const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  expect(claimOf({})).toEqual(claim);
  expect(claimOf({ storageClass: 'ssd' })).toEqual({ ...claim, storageClassName: 'ssd' });
  const without = drawnWith({ enabled: false });
  expect(JSON.stringify(without)).not.toMatch(/PersistentVolumeClaim|\/data\/audit|"audit"/i);
});

test('pods have the configured role of their service account', () => {
  const accounts = (more: object) =>
    drawn(more)
      .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
      .map(({ metadata, spec }) => [metadata.name, spec.template.spec.serviceAccountName]);
  expect(Object.fromEntries(accounts(variants['with all there is'] ?? {}))).toEqual({
    'live-edge': 'readers',
    'live-migrate': 'files',
    'live-publish': 'writers',
    'live-service': 'files',
    'live-watch': 'writers',
  });
  const own = accounts({});
  expect(own.every(([name, account]) => name === account)).toBe(true);
  const made = drawn().filter(({ kind }) => kind === 'ServiceAccount');
  expect(made.map(({ metadata }) => metadata.name).toSorted()).toEqual(own.map(([name]) => String(name)).toSorted());
  expect(accounts({ serviceAccounts: { create: false } }).every(([, account]) => account === undefined)).toBe(true);
});

const pods = (more: object = {}, cluster: Record<string, unknown> = {}) =>
  (drawnByTests(more, cluster) as unknown as Workload[]).filter(({ kind }) => kind === 'Deployment' || kind === 'Job');

test('every pod, including those of jobs, declares what it needs and how much it may write', () => {
  for (const { metadata, spec } of pods()) {
    const { containers, volumes } = spec.template.spec;
    const [{ resources } = {}] = containers as readonly { resources?: object }[];
    expect(resources, metadata.name).toMatchObject({
      requests: { cpu: expect.any(String) },
      limits: { memory: expect.any(String) },
    });
    expect(volumes, metadata.name).toEqual([
      { name: 'data', emptyDir: { sizeLimit: expect.stringMatching(/Gi$/) } },
      { name: 'tmp', emptyDir: { sizeLimit: expect.stringMatching(/Gi$/) } },
    ]);
  }
});

test('pods run on the configured nodes, with the configured volumes and annotations; a migration as the service', () => {
  for (const { metadata, spec } of pods(variants['with all there is'])) {
    const { metadata: of, spec: pod } = spec.template;
    expect(of.annotations, metadata.name).toMatchObject(onNodes.podAnnotations);
    const { podAnnotations: _, ...where } = onNodes;
    expect(pod, metadata.name).toMatchObject(where);
    const names = pod.volumes.map(({ name }) => name);
    expect(names, metadata.name).toEqual(['data', 'tmp', ...(metadata.name === 'live-edge' ? [] : ['ca'])]);
  }
  const migrate = find(pods(variants['with all there is']), 'Job', 'live-migrate');
  expect(container(migrate).volumeMounts).toContainEqual({ name: 'ca', mountPath: '/etc/ca', readOnly: true });
});

test('a changed secret restarts the pods that read it, and no others', () => {
  const sums = (secret: string) => {
    const cluster = {
      'v1/Secret/default/atrium-edge': { metadata: { resourceVersion: secret }, data: { KEY: secret } },
    };
    return new Map(
      pods({}, cluster).map(({ metadata, spec }) => [
        metadata.name,
        spec.template.metadata.annotations?.['checksum/secret'],
      ]),
    );
  };
  const [before, after] = [sums('a'), sums('b')];
  expect([...before.values()].every((one) => /^[0-9a-f]{64}$/.test(one ?? ''))).toBe(true);
  expect([...after].filter(([name, sum]) => before.get(name) !== sum).map(([name]) => name)).toEqual(['live-edge']);
});

test('every part has its own policy: who may connect to it, and what it may reach', () => {
  const policies = (more: object = {}) =>
    drawn(more).filter(({ kind }) => kind === 'NetworkPolicy') as unknown as {
      metadata: { name: string };
      spec: {
        podSelector: object;
        policyTypes: string[];
        ingress?: { from?: object[] }[];
        egress: { to?: object[] }[];
      };
    }[];
  const part = (name: string) => ({
    podSelector: { matchLabels: expect.objectContaining({ 'app.kubernetes.io/component': name }) },
  });
  const all = policies();
  expect(all.map(({ metadata }) => metadata.name).toSorted()).toEqual(
    pods()
      .map(({ metadata }) => metadata.name)
      .toSorted(),
  );
  for (const { metadata, spec } of all) {
    const name = metadata.name.replace('live-', '');
    expect(spec).toMatchObject({ ...part(name), policyTypes: ['Ingress', 'Egress'] });
    const expectedIngress = {
      service: [{ from: [part('edge'), part('watch')], ports: [{ port: 'http' }] }],
      edge: [{ ports: [{ port: 'http' }] }],
    };
    expect(spec.ingress, name).toEqual(expectedIngress[name as keyof typeof expectedIngress]);
    const reached = spec.egress.flatMap(({ to = [] }) => to);
    expect(
      reached.some((one) => 'podSelector' in one),
      name,
    ).toBe(name === 'edge' || name === 'watch');
    // The address at which a cloud hands out credentials of the machine is excluded.
    expect(JSON.stringify(reached), name).toContain('169.254.169.254/32');
  }
  const narrow = policies(variants['with all there is']).find(({ metadata }) => metadata.name === 'live-edge');
  expect(narrow?.spec.ingress?.[0]?.from).toEqual([{ namespaceSelector: { matchLabels: { name: 'ingress' } } }]);
  expect(narrow?.spec.egress).toHaveLength(2);
});

test('values become variables and images, whatever characters they have', () => {
  const objects = drawn(variants['with all there is']);
  const service = container(find(objects, 'Deployment', 'live-service'));
  const values = Object.fromEntries(service.env.map(({ name, value }) => [name, value]));
  expect(values).toMatchObject({
    MODEL_NAME: 'model "x"',
    ATRIUM_ORIGIN: given.origin,
    ATRIUM_OBJECTS: 's3://atrium/files',
  });
  expect(service.image).toBe('atrium-service:1.2.3');
  const edge = container(find(objects, 'Deployment', 'live-edge'));
  expect(edge.env.find(({ name }) => name === 'ATRIUM_ORIGIN')?.value).toBe(given.origin);
  expect(edge.env.find(({ name }) => name === 'ATRIUM_RELEASE_TRUST')?.value).toBe(given.releases.trust);
});

test('files that a command names are in the sources', () => {
  const commands = drawn().flatMap((one) =>
    one.kind === 'Deployment' || one.kind === 'Job' ? [container(one).command ?? []] : [],
  );
  const files = commands.flat().flatMap((word) => word.match(/[\w/]+\.(?:ts|mjs)/g) ?? []);
  expect(files.length).toBeGreaterThanOrEqual(4);
  for (const file of files) expect(readFileSync(join(workspace, file), 'utf8').length).toBeGreaterThan(0);
});

const schema = new Ajv({ allErrors: true, strict: false }).compile(
  JSON.parse(readFileSync(join(folder, 'values.schema.json'), 'utf8')) as object,
);
const problemsOf = (more: object): string[] => {
  schema(merged(chart.values, more));
  return (schema.errors ?? []).map(({ instancePath }) => instancePath);
};

test('values are checked before anything is rendered: missing, misspelled and unused ones are refused', () => {
  for (const more of Object.values(variants)) expect(problemsOf(merged(given, more) as object)).toEqual([]);
  expect(problemsOf({})).toEqual(
    expect.arrayContaining([
      '/origin',
      '/releases/store',
      '/releases/trust',
      '/objects/store',
      '/service/trustedProxies',
    ]),
  );
  for (const [path, wrong] of [
    ['/origin', { origin: 'chat.example.com' }],
    ['/service/drainSeconds', { service: { drainSeconds: 10_000 } }],
    ['/service', { service: { drainSecond: 10 } }],
    ['/service/env/A', { service: { env: { A: 1 } } }],
    ['/secrets/edge', { secrets: { edge: '' } }],
    ['/service/trustedProxies', { service: { trustedProxies: '*' } }],
    ['/edge/scratch/tmp', { edge: { scratch: { tmp: '1 GB' } } }],
    ['/networkPolicy/egress', { networkPolicy: { egress: { watch: [] } } }],
  ] as const)
    expect(problemsOf(merged(given, wrong) as object)).toEqual([path]);
});
