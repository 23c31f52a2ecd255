import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { CallDef } from '@atrium/shared-kernel/contracts/define';
import type { FailureDef } from '@atrium/shared-kernel/contracts/failures/define';
import { failureCodesOf, failures } from '@atrium/shared-kernel/contracts/failures/failures';
import type { RecordedCall, RecordedContract, RecordedFailure } from './record.ts';
import { asRead, misfits } from './schema-fit.ts';

/** Stands for any call, where a source decides by a code that calls have without declaring it. */
const anyCall = '*';

/** The failures of some calls, each once. */
export const recordFailures = (calls: readonly CallDef[]): Record<string, RecordedFailure> =>
  Object.fromEntries(
    [...new Set(calls.flatMap(failureCodesOf))].toSorted().map((code) => {
      const { status, details, decisive }: FailureDef = failures[code];
      const { $schema: _, ...schema } = details ? (z.toJSONSchema(details()) as Record<string, unknown>) : {};
      return [code, { status, ...(decisive ? { decisive } : {}), ...(details ? { details: schema } : {}) }];
    }),
  );

/**
 * The codes by which a package's sources decide, by the name of the call: `isFailure(error, calls.auth.login, 'code')`.
 * Throws where a source decides by a code that cannot be read from it. `root`: the package's folder.
 */
export const failuresHandled = (root: string): Record<string, string[]> => {
  const handled = new Map<string, Set<string>>();
  const note = (call: string, code: string) => handled.set(call, (handled.get(call) ?? new Set()).add(code));
  for (const file of globSync('src/**/*.{ts,tsx}', { cwd: root, exclude: ['**/testing/**', '**/*.test.*'] })) {
    const source = readFileSync(join(root, file), 'utf8');
    const ofCalls = [...source.matchAll(/\bisFailure\(\s*[\w.]+,\s*calls\.(\w+\.\w+),\s*'([a-z-]+)',?\s*\)/g)];
    const general = [...source.matchAll(/\bisGeneralFailure\(\s*[\w.]+,\s*'([a-z-]+)',?\s*\)/g)];
    const uses = [...source.matchAll(/\bis(General)?Failure\(/g)].length;
    if (uses !== ofCalls.length + general.length)
      throw new Error(`${file}: name the call and the code where you decide.`);
    for (const [, call = '', code = ''] of ofCalls) note(call, code);
    for (const [, code = ''] of general) note(anyCall, code);
  }
  return Object.fromEntries(
    [...handled].toSorted(([a], [b]) => a.localeCompare(b)).map(([call, codes]) => [call, [...codes].toSorted()]),
  );
};

type Contract = Pick<RecordedContract, 'calls' | 'failures' | 'handlesFailures'>;

const problemsOfCall = (made: RecordedCall, consumer: Contract, answer: RecordedCall, service: RecordedContract) => {
  const { failures: given } = answer;
  if (!given) return [];
  const handled = consumer.handlesFailures?.[made.name] ?? [];
  const gone = handled
    .filter((code) => !given.includes(code))
    .map((code) => `handles the failure ${code} of ${made.name}, which that call does not have any more`);
  const gained = made.failures
    ? given.filter((code) => service.failures?.[code]?.decisive && !made.failures?.includes(code))
    : [];
  const changed = handled
    .filter((code) => given.includes(code))
    .flatMap((code) => {
      const [read, sent] = [consumer.failures?.[code]?.details, service.failures?.[code]?.details];
      return read ? misfits(sent ?? {}, asRead(read)).map((why) => `failure ${code} of ${made.name}: ${why}`) : [];
    });
  return [
    ...gone,
    ...gained.map((code) => `makes the call ${made.name}, which can now fail with ${code}: it has to decide by that`),
    ...changed,
  ];
};

/** What keeps a consumer's decisions from fitting the failures of a service; nothing is known of what recorded none. */
export const failureProblems = (consumer: Contract, service: RecordedContract): string[] => {
  const answers = consumer.calls.flatMap((made) => {
    const answer = service.answers.find(({ name }) => name === made.name);
    return answer ? [{ made, answer }] : [];
  });
  const anywhere = new Set(answers.flatMap(({ answer }) => answer.failures ?? []));
  const general = anywhere.size === 0 ? [] : (consumer.handlesFailures?.[anyCall] ?? []);
  return [
    ...answers.flatMap(({ made, answer }) => problemsOfCall(made, consumer, answer, service)),
    ...general
      .filter((code) => !anywhere.has(code))
      .map((code) => `handles the failure ${code}, which none of its calls has any more`),
  ];
};
