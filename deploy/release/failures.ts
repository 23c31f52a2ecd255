import type { RecordedCall, RecordedContract } from './record.ts';
import { asRead, misfits } from './schema-fit.ts';

/** Stands for any call, if a source checks for a code that calls have without declaring it. */
const anyCall = '*';

type Contract = Pick<RecordedContract, 'calls' | 'failures' | 'handlesFailures'>;

const problemsOfCall = (made: RecordedCall, consumer: Contract, answer: RecordedCall, service: RecordedContract) => {
  const { failures: given } = answer;
  if (!given) return [];
  const handled = consumer.handlesFailures?.[made.name] ?? [];
  const gone = handled
    .filter((code) => !given.includes(code))
    .map((code) => `handles the failure ${code} of ${made.name}, which that call no longer has`);
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
    ...gained.map((code) => `makes the call ${made.name}, which can now fail with ${code}: it has to handle that`),
    ...changed,
  ];
};

/** Why a consumer's checks do not fit the failures of a service. Releases that recorded no failures are not checked. */
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
      .map((code) => `handles the failure ${code}, which none of its calls has any longer`),
  ];
};
