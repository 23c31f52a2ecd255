import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decimal } from '@atrium/shared-kernel/contracts/decimal';
import * as z from 'zod/mini';
import { environmentsFolder } from '../environment.ts';
import { requests, signingKey, trustedKeys } from '../keys.ts';
import { auditText } from '../operators/audit-text.ts';
import { type AuditHead, type AuditLine, AuditProblem, headOf, noHead, readTrail } from '../operators/audit.ts';
import { newApiKey, parseRules, type Policy, readPolicy, writePolicy } from '../operators/policy.ts';
import { createSigner } from '../operators/signer.ts';
import { writeAtomically } from '../write-atomically.ts';
import {
  type Command,
  done,
  operatorDocuments,
  refused,
  type ReleaseContext,
  required,
  UsageError,
} from './command.ts';

/** The end of the trail as a data folder remembers it, so that a truncated trail is noticed. */
export const headMemory = (data: string, environment: string) => {
  const file = join(data, 'audit', `${environment}.head`);
  const head = z.object({ number: z.int(), hash: z.string() });
  return {
    read: (): AuditHead => (existsSync(file) ? head.parse(JSON.parse(readFileSync(file, 'utf8'))) : noHead),
    write: (next: AuditHead) => writeAtomically(file, `${JSON.stringify(next)}\n`),
  };
};

/** The highest number of a policy that the trail says was in force. */
const highestIn = (trail: readonly AuditLine[]): number =>
  Math.max(0, ...trail.map(({ entry }) => (entry.kind === 'policy' ? entry.number : 0)));

const policyLines = ({ number, approvals, people, keys, roles }: Policy): string[] => [
  `Operators number ${number}. Each request needs ${approvals === 0 ? 'nobody else' : `${approvals} other people`}.`,
  ...Object.entries(people).map(([name, one]) => `  ${name}  ${one.signIn.join(', ')}  ${one.roles.join(', ')}`),
  ...Object.entries(keys).map(
    ([id, one]) => `  key ${id} of ${one.owner}  ${one.roles.join(', ')}, until ${one.expires}`,
  ),
  ...Object.entries(roles).map(([name, { may, remotes }]) => `  ${name}: ${may.join(', ')} of ${remotes.join(', ')}`),
];

const day = 86_400_000;

/** Creates a key for the HTTP API, which is shown only once. */
const addKey = async (context: ReleaseContext, policy: Policy | undefined, args: readonly string[]) => {
  const [id, owner, role, days = '90'] = args;
  const name = required(id, 'The name of the key');
  if (!policy) throw new Error('There are no operators yet, so nobody can own a key.');
  const valid = decimal(days) ?? 0;
  if (!(valid > 0 && valid <= 366)) throw new UsageError(`${days} is not a number of days up to 366.`);
  const { text, hash } = newApiKey(name);
  const expires = new Date(Date.now() + valid * day).toISOString();
  const { number: _, ...rules } = policy;
  const key = { owner: required(owner, 'The owner'), hash, roles: [required(role, 'The role')], expires };
  const next = { ...rules, keys: { ...rules.keys, [name]: key } };
  const { data } = context;
  await writePolicy(operatorDocuments(context), next, signingKey(data), trustedKeys(data), policy.number);
  return done([text, `It is valid until ${expires} and is not shown again.`], { key: text, expires });
};

export const operators: Command = {
  args: '<env> [file] | <env> key <id> <owner> <role> [days]',
  does: 'show who may request what, apply a policy from a file, or create a key for the HTTP API',
  async run(context, [env, given, ...more]) {
    const environment = required(env, 'The environment');
    await context.registry.read(environment);
    const documents = operatorDocuments(context);
    const trusted = trustedKeys(context.data);
    if (given === undefined) {
      const policy = await readPolicy(documents, environment, trusted);
      const file = join(environmentsFolder, `${environment}.operators.json`);
      const none = `No operators are configured for ${environment} yet: \`pnpm release operators ${environment} ${file}\` applies a file.`;
      return done(policy ? policyLines(policy) : [none], { policy });
    }
    const head = headMemory(context.data, environment).read();
    const least = highestIn(await readTrail(documents, environment, trusted, { head }));
    if (given === 'key') {
      const policy = await readPolicy(documents, environment, trusted);
      return addKey(context, policy, more);
    }
    let lost: string[] = [];
    const before = await readPolicy(documents, environment, trusted).catch((error: Error) => {
      lost = [`No API keys are kept. ${error.message}`];
      return undefined;
    });
    const rules = parseRules(readFileSync(given, 'utf8'), environment, before?.keys);
    const key = signingKey(context.data);
    // A policy that another key signed is signed again, so that it stays valid without that key.
    const isOwn = await readPolicy(documents, environment, [key]).then(Boolean, () => false);
    const same = before && isOwn && JSON.stringify({ ...rules, number: before.number }) === JSON.stringify(before);
    if (same)
      return done([`${environment}: these operators already apply.`, ...policyLines(before)], {
        policy: before,
      });
    const policy = await writePolicy(documents, rules, key, trusted, least);
    const removed = Object.entries(before?.keys ?? {}).filter(([id]) => !Object.hasOwn(policy.keys, id));
    const removedLines = removed.map(([id, { owner }]) => `The key ${id} of ${owner} is removed.`);
    return done([...policyLines(policy), ...removedLines, ...lost], { policy });
  },
};

const everyMs = 250;

export const signer: Command = {
  args: '<env>',
  does: 'execute what operators request on their page, within their permissions, and record it in the audit trail, until stopped',
  async run(context, [env]) {
    const environment = required(env, 'The environment');
    const { watching, data } = context;
    if (!watching) throw new UsageError('The signer has no stop signal.');
    await context.registry.read(environment);
    const { log, ended } = watching;
    const poll = createSigner({
      context,
      environment,
      key: signingKey(data),
      trusted: trustedKeys(data),
      pages: trustedKeys(data, process.env, requests),
      head: headMemory(data, environment),
      log,
    });
    const stop = startPolling(poll, everyMs, (problem) => log(`Requests are not executed: ${problem}`));
    log(`Executing requests for ${environment}.`);
    await ended;
    await stop();
    return done([`Stopped executing requests for ${environment}.`], { environment });
  },
};

/** Calls `poll` repeatedly. A failure is reported once, until it works again. Stopping waits for a running call. */
export const startPolling = (poll: () => Promise<void>, ms: number, report: (problem: string) => void) => {
  let stopped = false;
  let failing = '';
  let timer: NodeJS.Timeout | undefined;
  let now = Promise.resolve();
  const again = async () => {
    try {
      await poll();
      failing = '';
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (problem !== failing) report(problem);
      failing = problem;
    }
    if (!stopped) timer = setTimeout(() => (now = again()), ms);
  };
  now = again();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await now;
  };
};

const shownAt = (iso: string) => iso.replace('T', ' ').slice(0, 19);

const headIn = (given: string): AuditHead => {
  const [, number, hash] = /^(\d+):([0-9a-f]{64})$/.exec(given) ?? [];
  if (!number || !hash) throw new UsageError(`${given} is not the head of a trail: give <number>:<hash>.`);
  return { number: Number(number), hash };
};

export const audit: Command = {
  args: '<env> [--verify] [--head <number>:<hash>]',
  does: 'show who requested, approved and executed what; --verify reports the first line that was changed, removed or moved',
  async run(context, given) {
    const at = given.indexOf('--head');
    const others = (at < 0 ? given : given.toSpliced(at, 2)).filter((one) => one !== '--verify');
    const environment = required(others[0], 'The environment');
    await context.registry.read(environment);
    const remembered = headMemory(context.data, environment).read();
    const head = at < 0 ? remembered : headIn(required(given[at + 1], 'The head'));
    try {
      const trail = await readTrail(operatorDocuments(context), environment, trustedKeys(context.data), { head });
      const { number, hash } = headOf(trail);
      const verdict = `The audit trail of ${environment} is intact: ${number} lines, ${number}:${hash}`;
      const shown = given.includes('--verify')
        ? []
        : trail.map((line) => `${shownAt(line.at)} UTC  ${line.number}  ${auditText(line)}`);
      return done([...shown, verdict], { lines: trail, head: { number, hash } });
    } catch (error) {
      if (!(error instanceof AuditProblem)) throw error;
      return refused([error.message], { line: error.number, problem: error.message });
    }
  },
};
