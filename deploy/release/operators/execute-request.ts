import { codes, type ReleaseContext } from '../commands/command.ts';
import type { Environment } from '../environment.ts';
import type { SigningKey, TrustedKey } from '../keys.ts';
import type { SignedSet } from '../signed-set.ts';
import { actionText, planOf } from './actions.ts';
import type { AuditHead } from './audit.ts';
import { pinnedId, pinsHash, type Preview, previewOf } from './preview.ts';
import { type Request, requestHash } from './requests.ts';
import { servedSet, stepsOf } from './served.ts';
import { type StartedEntry, endedIn, type Trail } from './trail.ts';

export interface Signer {
  readonly context: ReleaseContext;
  readonly environment: string;
  readonly key: SigningKey;
  /** Keys whose release sets and documents are valid. */
  readonly trusted: readonly TrustedKey[];
  /** Keys of operator pages, which vouch for who was signed in. */
  readonly pages: readonly TrustedKey[];
  readonly log: (line: string) => void;
  /** The end of the trail as this signer remembers it, and where to store it. */
  readonly head?: { read(): AuditHead; write(head: AuditHead): void };
  readonly now?: () => number;
  /** Called at each step of a request. A test stops there, as a kill would. */
  readonly step?: (name: string) => void;
}

/** A context that changes pins only if they are still as they were when the request was started. */
const bound = (of: ReleaseContext, before: string): ReleaseContext => ({
  ...of,
  confirm: async () => true,
  registry: {
    ...of.registry,
    change: (name, how, make, why) =>
      of.registry.change(
        name,
        how,
        (at) => {
          if (pinsHash(at) !== before) throw new Error('Somebody else changed the pins at the same moment.');
          return make(at);
        },
        why,
      ),
  },
});

/** Why a request does not fit the current state. */
interface Unfit {
  readonly code: string;
  readonly why: readonly string[];
}

interface There {
  readonly of: ReleaseContext;
  readonly pins: Environment;
  readonly set: SignedSet;
}

const whyUnfit = async (request: Request, { of, pins, set }: There, trail: Trail): Promise<Unfit | undefined> => {
  const { environment } = request;
  if (set.id !== request.base.id) {
    const seen = trail.lines().findLast(({ entry }) => 'id' in entry && entry.id === request.base.id)?.entry;
    const { changes } = await stepsOf(of, environment, seen && 'history' in seen ? seen.history : 0);
    const why = `It was for set number ${request.base.serial}, but number ${set.serial} is served now.`;
    return { code: 'changed', why: [why, ...changes] };
  }
  if ((await pinnedId(of, pins)) === set.id) return undefined;
  const why = `The pins of ${environment} differ from those that were signed, so nothing more is signed. \`pnpm release doctor ${environment}\` shows the difference, \`pnpm release sign ${environment}\` accepts it.`;
  return { code: 'pins-changed', why: [why] };
};

/** Why the result of a request is not acceptable; undefined if it is. */
const whyRejected = ({ action }: Request, { fits, endsCanary, lines }: Preview): readonly string[] | undefined => {
  const unconfirmed = endsCanary && !('endsCanary' in action && action.endsCanary);
  if (fits && !unconfirmed) return undefined;
  return unconfirmed ? [...lines, 'It ends a canary, which nobody confirmed.'] : lines;
};

/** Executes a checked request: once, or not at all. */
export const createExecutor = (signer: Signer, trail: Trail) => {
  const { environment, trusted, context, step = () => {}, now = Date.now } = signer;
  const refuse = async (request: number, code: string, why: readonly string[], of?: Request) => {
    const details = of ? { by: of.by, action: of.action } : {};
    await trail.end(request, { kind: 'refused', request, code, why: [...why], ...details });
    signer.log(`${environment}: request ${request} was refused. ${why.join(' ')}`);
  };

  const finish = async (one: StartedEntry, lines: readonly string[], of: ReleaseContext) => {
    const pins = await of.registry.read(environment);
    const set = await servedSet(of, environment, trusted, now());
    if (set.id !== (await pinnedId(of, pins))) await of.pinned?.(pins);
    step('signed');
    const { serial, id } = await servedSet(of, environment, trusted, now());
    const { number } = await stepsOf(of, environment, Number.MAX_SAFE_INTEGER);
    const { before: _, after: __, kind: ___, ...requested } = one;
    await trail.end(one.request, { ...requested, kind: 'done', serial, id, history: number, lines: [...lines] });
    signer.log(`${environment}: ${one.person} had done: ${actionText(environment, one.action)}.`);
  };

  const run = async (one: StartedEntry): Promise<void> => {
    const by = one.approvedBy.length > 0 ? `${one.person} (approved by ${one.approvedBy.join(', ')})` : one.person;
    const of = (await context.as?.(by)) ?? context;
    const now = pinsHash(await of.registry.read(environment));
    // A request that a kill interrupted is finished if it had changed the pins, and otherwise started again.
    if (now === one.after && now !== one.before) {
      await finish(one, ['It was interrupted, and finished later.'], of);
      return;
    }
    if (now !== one.before) {
      await refuse(one.request, 'changed', ['The pins were changed by somebody else while it was being executed.']);
      return;
    }
    const { command, args } = planOf(environment, one.action);
    const { code, lines } = await command.run(bound({ ...of, pinned: () => step('pinned') }, one.before), args);
    if (code === codes.done) await finish(one, lines, of);
    else await refuse(one.request, 'not-fit', lines);
  };

  const start = async (request: Request, who: { person: string; approvedBy: string[] }): Promise<void> => {
    const of = (await context.as?.(who.person)) ?? context;
    const pins = await of.registry.read(environment);
    const set = await servedSet(of, environment, trusted, now());
    const unfit = await whyUnfit(request, { of, pins, set }, trail);
    if (unfit) {
      await refuse(request.number, unfit.code, unfit.why, request);
      return;
    }
    const preview = await previewOf(of, environment, request.action);
    const rejected = whyRejected(request, preview);
    if (rejected) {
      await refuse(request.number, 'not-fit', rejected, request);
      return;
    }
    const started: StartedEntry = {
      kind: 'begun',
      request: request.number,
      hash: requestHash(request),
      by: request.by,
      ...who,
      action: request.action,
      before: pinsHash(pins),
      after: pinsHash(preview.after ?? pins),
    };
    await trail.append((all) => {
      const { ended, started: others } = endedIn(all);
      return ended.has(request.number) || others.size > 0 ? undefined : started;
    });
    step('begun');
    if (endedIn(trail.lines()).started.get(request.number)?.hash === started.hash) await run(started);
  };

  return { start, run, refuse };
};
