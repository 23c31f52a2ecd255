import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { effectiveSet } from '../release/effective-set.ts';
import { workspace } from '../release/data-folder.ts';
import { type Environment, readEnvironment, writeEnvironment } from '../release/environment.ts';
import { emptyContract } from '../release/record.ts';
import { folderRegistry } from '../release/registry.ts';
import { runRelease } from '../release/run-release.ts';
import { openStore } from '../release/store.ts';
import { publishRemote } from '../testing/release.ts';

const fileOf = (name: string) => join(import.meta.dirname, name);
const textOf = (name: string) => readFileSync(fileOf(name), 'utf8');
const templates = ['github.yml', 'gitlab.yml'] as const;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-templates-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Every shell line of a template, by the job that runs it. */
const linesIn = (name: string): { job: string; line: string }[] => {
  const found: { job: string; line: string }[] = [];
  const walk = (node: unknown, job: string) => {
    if (Array.isArray(node)) for (const one of node) walk(one, job);
    else if (typeof node === 'object' && node !== null)
      for (const [key, value] of Object.entries(node)) {
        const isShell = ['run', 'script', 'before_script'].includes(key);
        if (isShell && (typeof value === 'string' || Array.isArray(value)))
          for (const line of [value].flat().join('\n').split('\n')) found.push({ job, line: line.trim() });
        else walk(value, key === 'steps' ? job : key);
      }
  };
  const document = parse(textOf(name)) as Record<string, unknown>;
  walk(document, '');
  return found.filter(({ line }) => line !== '');
};

/** The parser imports JSON in the way of bundlers, which Node does not accept. */
const githubParser = async () => {
  const hooks = registerHooks({
    resolve(wanted, context, next) {
      const found = next(wanted, context);
      return wanted.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found;
    },
  });
  try {
    return await import('@actions/workflow-parser');
  } finally {
    hooks.deregister();
  }
};
const problemsOnGithub = async (content: string): Promise<string[]> => {
  const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await githubParser();
  const { context, value } = parseWorkflow({ name: 'github.yml', content }, new NoOperationTraceWriter());
  const template = value && (await convertWorkflowTemplate(context, value));
  return [...context.errors.getErrors().map(({ message }) => message), ...(template ? [] : ['nothing was read'])];
};
const require = createRequire(import.meta.url);
const problemsOnGitlab = (content: string): string => {
  writeFileSync(join(folder, '.gitlab-ci.yml'), content);
  const program = require.resolve('gitlab-ci-local');
  execFileSync('git', ['init', '-q', folder]);
  const { status, stderr } = spawnSync(process.execPath, [program, '--list'], { cwd: folder, encoding: 'utf8' });
  return status === 0 ? '' : stderr;
};

interface Job {
  readonly script?: readonly string[];
  readonly before_script?: readonly string[];
  readonly extends?: string;
  readonly steps?: readonly { readonly run?: string }[];
}
/** The shell lines of each job, in the order in which it runs them. */
const scriptsIn = (name: string): { job: string; script: readonly string[] }[] => {
  const { jobs, ...all } = parse(textOf(name)) as Record<string, Job> & { jobs?: Record<string, Job> };
  if (jobs)
    return Object.entries(jobs).map(([job, { steps = [] }]) => ({ job, script: steps.flatMap(({ run = [] }) => run) }));
  return Object.entries(all).flatMap(([job, { script, extends: base = 'default' }]) =>
    script ? [{ job, script: [...(all[base]?.before_script ?? []), ...script] }] : [],
  );
};

describe('the pipelines', () => {
  test('are workflows as the parser of GitHub reads them', async () => {
    expect(await problemsOnGithub(textOf('github.yml'))).toEqual([]);
    expect(await problemsOnGithub(textOf('github.yml').replace('runs-on:', 'run-on:'))).not.toEqual([]);
  });

  test('are pipelines by the schema of GitLab', () => {
    expect(problemsOnGitlab(textOf('gitlab.yml'))).toBe('');
    expect(problemsOnGitlab(textOf('gitlab.yml').replace('on_stop:', 'on_end:'))).toContain('on_end');
  });

  test('run only programs and scripts that are there', () => {
    const { scripts } = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const known = ['install', 'exec', ...Object.keys(scripts)];
    const isThere = (line: string): boolean => {
      const [, program, pnpm] = /^(?:node (\S+\.(?:ts|mjs))|npx -y pnpm@12\.21\.0 (\S+))/.exec(line) ?? [];
      if (program !== undefined) return existsSync(join(workspace, program));
      return pnpm === undefined ? /^(node -p |echo |gh pr comment |curl |: |[A-Z]+=)/.test(line) : known.includes(pnpm);
    };
    const lines = templates.flatMap(linesIn).map(({ line }) => line);
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.filter((line) => !isThere(line))).toEqual([]);
    expect(isThere('node deploy/release/no-such.mjs')).toBe(false);
    expect(isThere('npx -y pnpm@12.21.0 no-such')).toBe(false);
  });

  test('are grouped on GitHub so that a merge cancels nothing of itself, and waiting for approval holds up no other', () => {
    const { concurrency, jobs } = parse(textOf('github.yml')) as {
      concurrency: string;
      jobs: Record<string, { concurrency?: string }>;
    };
    /** Both branches of an expression in the form `a || b`. */
    const groupIn = (group: string, event: Record<string, unknown>) =>
      group.replaceAll(/\$\{\{ github\.(\S+) \|\| github\.(\S+) \}\}/g, (_, first: string, second: string) =>
        String(event[first] ?? event[second]),
      );
    const main = { ref: 'refs/heads/main', sha: 'c0ffee' };
    const opened = { 'event.number': 7, ref: 'refs/pull/7/merge', sha: 'beef' };
    // A merged pull request has the ref and the commit of the branch that it was merged into.
    const closed = { ...main, 'event.number': 7 };
    const later = { ...main, sha: 'decaf' };
    const [preview, end, push, next] = [opened, closed, main, later].map((event) => groupIn(concurrency, event));
    expect(end).toBe(preview);
    expect(new Set([end, push, next]).size).toBe(3);
    const ofJobs = (event: Record<string, unknown>) =>
      ['check', 'staging', 'canary'].map((job) => groupIn(jobs[job]?.concurrency ?? '', event));
    expect(new Set([...ofJobs(main), push, '']).size).toBe(5);
    expect(ofJobs(later)).toEqual(ofJobs(main));
  });

  test.each(templates)('end each job of %s that releases before it begins if it has no store or no key', (name) => {
    const releasing = scriptsIn(name).filter(({ script }) => script.some((line) => line.includes('release.mjs')));
    expect(releasing.map(({ job }) => job)).toEqual(['preview', 'end-preview', 'staging', 'canary']);
    const both = { ATRIUM_STORE: 's3://releases', ATRIUM_RELEASE_KEY: '/run/key.pem' };
    for (const { job, script } of releasing) {
      const start = (env: NodeJS.ProcessEnv) =>
        spawnSync('sh', ['-ec', script[0] ?? ''], { encoding: 'utf8', env: { PATH: process.env['PATH'], ...env } });
      expect(start(both).status, job).toBe(0);
      for (const missing of ['ATRIUM_STORE', 'ATRIUM_RELEASE_KEY']) {
        const { status, stderr } = start({ ...both, [missing]: '' });
        expect(status, job).not.toBe(0);
        expect(stderr, job).toContain(`${missing}: is not set for this job`);
      }
    }
  });

  test.each(templates)('release as the commands in %s say, from the preview to the canary', async (name) => {
    const environments = join(folder, 'pins');
    const store = openStore(join(folder, 'store'));
    for (const part of ['shell', 'service'])
      store.publish(undefined, () => ({ name: part, version: '1', kernel: '0.1.0', contract: emptyContract }));
    publishRemote(store, 'mf-chat', '0.0.9');
    const pin = { version: '1' };
    for (const environment of ['staging', 'production'])
      writeEnvironment(
        { environment, shell: pin, service: pin, remotes: { 'mf-chat': { version: '0.0.9' } }, previews: {} },
        environments,
      );
    const registry = folderRegistry(environments, folder);
    const pinned = (environment: Environment) => effectiveSet(folder, environment, store);
    const publish = async (part: string, { version = '' }) => publishRemote(store, part, version);
    const context = { store, data: folder, registry, built: () => ({}), pinned, publish };
    // The shell finds the version in a folder laid out like the workspace.
    mkdirSync(join(folder, 'mf-chat'));
    copyFileSync(join(workspace, 'package.json'), join(folder, 'package.json'));
    copyFileSync(join(workspace, 'mf-chat/package.json'), join(folder, 'mf-chat/package.json'));
    const numbers = { REQUEST: '7', RUN: '3', CI_MERGE_REQUEST_IID: '7', CI_PIPELINE_IID: '3' };
    const variables: Record<string, string> = { REMOTE: 'mf-chat', STAGING: 'https://staging.test', ...numbers };
    const shell = (line: string) =>
      execFileSync('sh', ['-c', line], { cwd: folder, encoding: 'utf8', env: { ...process.env, ...variables } }).trim();
    const ran: string[] = [];
    const order = ['preview', 'end-preview', 'staging', 'canary'];
    const lines = linesIn(name).toSorted((a, b) => order.indexOf(a.job) - order.indexOf(b.job));
    for (const { line } of lines) {
      const [, assigned] = /VERSION=(.*?)(?:" >> "\$GITHUB_ENV")?$/.exec(line) ?? [];
      if (assigned) variables['VERSION'] = shell(`printf %s ${assigned.startsWith('"') ? assigned : `"${assigned}"`}`);
      const [, given] = /^node deploy\/release\/release\.mjs (.*?)(?: > \S+)?$/.exec(line) ?? [];
      if (!given) continue;
      const args = shell(`printf '%s\\n' ${given}`).split('\n');
      const output: string[] = [];
      expect(await runRelease(context, args, (one) => output.push(one)), `${line}: ${output.join(' ')}`).toBe(0);
      ran.push(args.slice(0, 2).join(' '));
      if (args.includes('--json')) writeFileSync(join(folder, 'preview.json'), output.join('\n'));
    }
    // The preview is read for the comment exactly as the template reads it.
    const reading = lines.find(({ line }) => line.includes("readFileSync('preview.json'"))?.line ?? '';
    const expression = /node -p "(.*?)"(?: >|\)|$)/.exec(reading)?.[1] ?? '';
    expect(shell(`node -p "${expression}"`)).toMatch(/https:\/\/staging\.test\/\?preview=mf-chat%40[\d.]+-pr\.7\.3\./);
    expect(ran.map((one) => one.split(' ')[0])).toEqual([
      'publish',
      'preview',
      'preview',
      'publish',
      'check',
      'pin',
      'check',
      'canary',
    ]);
    expect(readEnvironment('production', environments).remotes['mf-chat']?.canary?.percent).toBe(5);
    expect(readEnvironment('staging', environments)).toMatchObject({ previews: {} });
  });
});
