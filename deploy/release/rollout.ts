import { createHash } from 'node:crypto';
import * as z from 'zod/mini';

/**
 * `premium`: any active plan. `personal`: a plan that the user pays for. `team`: a paid seat. `free`: none of these.
 */
export const plans = ['free', 'premium', 'personal', 'team'] as const;

const most = { rules: 20, ids: 1000 };
const list = <T extends z.ZodMiniType>(of: T) => z.array(of).check(z.minLength(1), z.maxLength(most.ids));
const id = () => z.string().check(z.regex(/^[0-9a-f]{24}$/));
const country = () => z.string().check(z.regex(/^[A-Z]{2}$/));

/**
 * Who gets something: those who match all conditions of one of the rules. An empty list matches nobody, a rule without
 * conditions everybody. `share`: this percentage, drawn by the user, or by the browser of a visitor.
 */
const rule = () =>
  z.strictObject({
    persons: z.optional(list(id())),
    teams: z.optional(list(id())),
    plans: z.optional(list(z.enum(plans))),
    countries: z.optional(list(country())),
    share: z.optional(z.int().check(z.gte(1), z.lte(99))),
  });
export const rollout = () => z.array(rule()).check(z.maxLength(most.rules));
/** As in a signed set: an edge also accepts conditions of a later version, which then match nobody. */
export const signedRollout = () => z.array(z.record(z.string(), z.unknown()));

export type Rule = z.infer<ReturnType<typeof rule>>;
export type Rollout = readonly Rule[];
export type SignedRollout = readonly Readonly<Record<string, unknown>>[];

/** The visitor of a page, as far as it decides what they get. */
export interface Visitor {
  /** The value by which shares are drawn: the same on all devices of a user, otherwise that of the browser. */
  readonly draw: string | undefined;
  readonly country: string | undefined;
  /** What is true for the user, in the form of `factOf`; empty for a visitor. */
  readonly facts: ReadonlySet<string>;
}

const personal = { persons: 'person', teams: 'team', plans: 'plan' } as const;
type Personal = keyof typeof personal;
const isPersonal = (kind: string): kind is Personal => Object.hasOwn(personal, kind);

/** A short hash of a fact, so that cookies are small and contain no ids. */
export const factOf = (kind: (typeof personal)[Personal], value: string): string =>
  createHash('sha256').update(`${kind} ${value}`).digest('base64url').slice(0, 12);

/** The visitor that rollouts are evaluated for: the same on all of a user's devices, and on servers. */
export const visitorOf = (
  person: { readonly id: string; readonly teams: readonly string[]; readonly plans: readonly string[] } | undefined,
  country: string | undefined,
): Visitor & { readonly draw: string | undefined } => {
  if (!person) return { draw: undefined, country: country?.toUpperCase(), facts: new Set() };
  const { id: of, teams, plans: have } = person;
  return {
    draw: factOf('person', of),
    country: country?.toUpperCase(),
    facts: new Set([
      factOf('person', of),
      ...teams.map((team) => factOf('team', team)),
      ...have.map((plan) => factOf('plan', plan)),
    ]),
  };
};

/**
 * 0 to 99, evenly distributed. Each remote or flag draws separately, so that two canaries do not always go to the same
 * users.
 */
export const drawn = (draw: string | number, of: string): number =>
  createHash('sha256').update(`${draw}:${of}`).digest().readUInt32BE(0) % 100;

const values = (given: unknown): readonly string[] => (Array.isArray(given) ? given.map(String) : []);

/** Whether a rollout includes a visitor. `of`: the remote or flag whose share is drawn. */
export const isFor = (rules: SignedRollout, of: string, { draw, country: from, facts }: Visitor): boolean =>
  rules.some((one) =>
    Object.entries(one).every(([kind, given]) => {
      if (kind === 'share') return draw !== undefined && typeof given === 'number' && drawn(draw, of) < given;
      if (kind === 'countries') return from !== undefined && values(given).includes(from);
      return isPersonal(kind) && values(given).some((value) => facts.has(factOf(personal[kind], value)));
    }),
  );

const conditions = ['persons', 'teams', 'plans', 'countries'] as const;

/** Whether everybody whom `rules` include is in `others`, too, whatever is drawn. */
export const isWithin = (rules: Rollout, others: Rollout): boolean =>
  rules.every((one) =>
    others.some(
      ({ share, ...other }) =>
        share === undefined &&
        conditions.every((kind) => {
          const wanted: readonly string[] | undefined = other[kind];
          return !wanted || one[kind]?.every((value) => wanted.includes(value));
        }),
    ),
  );

/** The facts about a user that rollouts ask for, in the form of `factOf`. */
export const factsIn = (rollouts: readonly SignedRollout[]): ReadonlySet<string> =>
  new Set(
    rollouts
      .flat()
      .flatMap((one) =>
        Object.entries(one).flatMap(([kind, given]) =>
          isPersonal(kind) ? values(given).map((value) => factOf(personal[kind], value)) : [],
        ),
      ),
  );

/** Whether a rollout depends on the user. A country alone does not. */
export const dependsOnPerson = (rollouts: readonly SignedRollout[]): boolean =>
  rollouts.flat().some((one) => Object.keys(one).some((kind) => kind === 'share' || isPersonal(kind)));

export const hasShare = (rollouts: readonly SignedRollout[]): boolean => rollouts.flat().some((one) => 'share' in one);

const words = { persons: ['person', 'persons'], teams: ['team', 'teams'], plans: ['plan', 'plans'] } as const;
const ruleText = ({ share, ...one }: Readonly<Record<string, unknown>>): string => {
  const parts = Object.entries(one).map(([kind, given]) => {
    const [single, several] =
      kind === 'countries' ? ['country', 'countries'] : isPersonal(kind) ? words[kind] : [kind, kind];
    return `${values(given).length === 1 ? single : several} ${values(given).join(', ')}`;
  });
  const audience = parts.join(' & ');
  if (share === undefined) return audience || 'everybody';
  return `${Number(share)} %${audience && ` of ${audience}`}`;
};
/** `10 % of team 66…; plan premium & country ZA` */
export const rolloutText = (rules: SignedRollout): string =>
  rules.length === 0 ? 'nobody' : rules.map(ruleText).join('; ');
