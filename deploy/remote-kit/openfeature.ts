import { readFile } from 'node:fs/promises';
import {
  ErrorCode,
  type EvaluationContext,
  type JsonValue,
  OpenFeatureEventEmitter,
  type Provider,
  ProviderEvents,
  type ResolutionDetails,
} from '@openfeature/server-sdk';
import * as z from 'zod/mini';

import { bucketSets } from '../release/bucket/context.ts';
import { openBucket } from '../release/bucket/s3.ts';
import { dataFolder } from '../release/data-folder.ts';
import { trustedKeys } from '../release/keys.ts';
import { isFor, visitorOf } from '../release/rollout.ts';
import { readSignedSet, refusalOf, setFile, type SignedSet } from '../release/signed-set.ts';

interface Options {
  /** The environment whose flags they are, such as `production`. */
  readonly environment: string;
  /**
   * Reads the text of the environment's signed set. Default: from ATRIUM_STORE, otherwise from the folder ATRIUM_DATA.
   */
  readonly read?: () => Promise<string>;
  /**
   * Concatenated public keys as PEM of those who may sign it. Default: ATRIUM_RELEASE_TRUST, otherwise the key of
   * ATRIUM_DATA.
   */
  readonly trust?: string;
  /** Milliseconds between two checks for a new set. Default: 5000. */
  readonly every?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

const fromStore = (environment: string): (() => Promise<string>) => {
  const address = process.env['ATRIUM_STORE'];
  if (!address) return () => readFile(setFile(dataFolder(), environment), 'utf8');
  const sets = bucketSets(openBucket(address));
  return async () => {
    const found = await sets.read(`${environment}.json`);
    if (!found) throw new Error(`${address} has no release set of ${environment}.`);
    return found.text;
  };
};

/** The part of an evaluation context that describes a user; the rest is for other providers. */
const evaluationContext = () =>
  z.object({
    targetingKey: z.optional(z.string()),
    teams: z.optional(z.array(z.string())),
    plans: z.optional(z.array(z.string())),
    country: z.optional(z.string()),
  });

const failed = <T>(value: T, errorCode: ErrorCode, errorMessage: string): ResolutionDetails<T> => ({
  value,
  reason: 'ERROR',
  errorCode,
  errorMessage,
});

/** Whether a flag of a set is on for the user of a context. */
const evaluate = (
  { flags = {} }: SignedSet,
  name: string,
  standard: boolean,
  context: EvaluationContext,
): ResolutionDetails<boolean> => {
  const rules = flags[name];
  if (!rules) return { value: standard, reason: 'DEFAULT' };
  const given = evaluationContext().safeParse(context);
  if (!given.success)
    return failed(standard, ErrorCode.INVALID_CONTEXT, `teams and plans are lists of texts: ${given.error.message}`);
  const { targetingKey: id, teams = [], plans = [], country } = given.data;
  const value = isFor(rules, name, visitorOf(id === undefined ? undefined : { id, teams, plans }, country));
  return { value, variant: value ? 'on' : 'off', reason: 'TARGETING_MATCH' };
};

/**
 * The flags of an environment for OpenFeature on a server, by the same rules as in pages: `await
 * OpenFeature.setProviderAndWait(createFlagProvider({ environment: 'production' }))`. The context describes the user:
 * `{ targetingKey: <id of the person>, teams: [<id>], plans: ['free'], country: 'ZA' }`, with all fields optional.
 * Shares are drawn by the user, so page and server agree. A set that no trusted key signed, or an earlier or expired
 * one, is not accepted: the one before stays in use until it expires, and after that everybody gets the caller's
 * default, with a reason.
 */
export const createFlagProvider = ({ environment, read, trust, every = 5000, now = Date.now }: Options): Provider => {
  const load = read ?? fromStore(environment);
  const keys = trustedKeys(dataFolder(), trust === undefined ? process.env : { ATRIUM_RELEASE_TRUST: trust });
  const events = new OpenFeatureEventEmitter();
  let current: SignedSet | undefined;
  let timer: NodeJS.Timeout | undefined;

  const refresh = async (): Promise<void> => {
    const set = readSignedSet(await load(), keys);
    const refusal = refusalOf(set, { environment, least: current?.serial ?? 0, now: now() });
    if (refusal) throw refusal;
    const [before, after] = [current?.flags, set.flags].map((flags = {}) => JSON.stringify(flags));
    const changed = current !== undefined && before !== after;
    current = set;
    if (changed) events.emit(ProviderEvents.ConfigurationChanged, { flagsChanged: Object.keys(set.flags ?? {}) });
  };
  const poll = async () => {
    const without = current === undefined;
    try {
      await refresh();
      if (without) events.emit(ProviderEvents.Ready);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      events.emit(without ? ProviderEvents.Error : ProviderEvents.Stale, { message });
    }
  };
  const other = <T>(value: T) => failed(value, ErrorCode.TYPE_MISMATCH, 'Flags of Atrium are booleans.');

  return {
    metadata: { name: 'atrium' },
    runsOn: 'server',
    events,
    async initialize() {
      timer = setInterval(() => void poll(), every).unref();
      await refresh();
    },
    async onClose() {
      clearInterval(timer);
      await Promise.resolve();
    },
    async resolveBooleanEvaluation(name: string, standard: boolean, context: EvaluationContext) {
      const refusal = current ? refusalOf(current, { environment, least: 0, now: now() }) : undefined;
      if (!current || refusal)
        return failed(standard, ErrorCode.PROVIDER_NOT_READY, refusal?.message ?? 'No release set has been read yet.');
      return await Promise.resolve(evaluate(current, name, standard, context));
    },
    resolveStringEvaluation: async (_: string, standard: string) => await Promise.resolve(other(standard)),
    resolveNumberEvaluation: async (_: string, standard: number) => await Promise.resolve(other(standard)),
    resolveObjectEvaluation: async <T extends JsonValue>(_: string, standard: T) =>
      await Promise.resolve(other(standard)),
  };
};
