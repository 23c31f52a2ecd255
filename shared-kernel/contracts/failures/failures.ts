import type { CallDef, Infer } from '../define.ts';
import * as agents from './agents.ts';
import * as auth from './auth.ts';
import * as billing from './billing.ts';
import * as changes from './changes.ts';
import * as chat from './chat.ts';
import * as data from './data.ts';
import * as files from './files.ts';
import * as general from './general.ts';
import * as health from './health.ts';
import * as help from './help.ts';
import * as integrations from './integrations.ts';
import * as memories from './memories.ts';
import * as modes from './modes.ts';
import * as passkeys from './passkeys.ts';
import * as profile from './profile.ts';
import * as push from './push.ts';
import * as session from './session.ts';
import * as tags from './tags.ts';
import * as teams from './teams.ts';
import * as usage from './usage.ts';

/** The tables of all owners. A code has one meaning in the whole product. */
export const failureTables = [
  general.failures,
  agents.failures,
  auth.failures,
  billing.failures,
  changes.failures,
  chat.failures,
  data.failures,
  files.failures,
  health.failures,
  help.failures,
  integrations.failures,
  memories.failures,
  modes.failures,
  passkeys.failures,
  profile.failures,
  push.failures,
  session.failures,
  tags.failures,
  teams.failures,
  usage.failures,
] as const;

type Union<T> = T extends unknown ? (all: T) => void : never;
type All = Union<(typeof failureTables)[number]> extends (all: infer Every) => void ? Every : never;

/** Every failure by its code. For the service, the documents and the tests; a browser only has the types. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript types the assignment of a list as any
export const failures = Object.assign({}, ...failureTables) as All;
export type FailureCode = keyof All;

/** The details of a failure besides its code; undefined if it has none. */
export type DetailsOf<Code extends FailureCode> = All[Code] extends { readonly details: infer S }
  ? Infer<S>
  : undefined;
/** The details as an argument, which is absent for failures without details. */
export type DetailsArgument<Code extends FailureCode> =
  DetailsOf<Code> extends undefined ? [] : [details: DetailsOf<Code>];

/** Codes whose only detail is how long to wait. */
export type RateLimitCode = {
  [Code in FailureCode]: [DetailsOf<Code>, { wait: number }] extends [{ wait: number }, DetailsOf<Code>] ? Code : never;
}[FailureCode];

/** The codes with which each call can fail, besides the general ones. */
export const failsWith = {
  agents: agents.failsWith,
  auth: auth.failsWith,
  billing: billing.failsWith,
  changes: changes.failsWith,
  chat: chat.failsWith,
  data: data.failsWith,
  files: files.failsWith,
  health: health.failsWith,
  help: help.failsWith,
  integrations: integrations.failsWith,
  memories: memories.failsWith,
  passkeys: passkeys.failsWith,
  profile: profile.failsWith,
  push: push.failsWith,
  session: session.failsWith,
  tags: tags.failsWith,
  teams: teams.failsWith,
  usage: usage.failsWith,
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly FailureCode[]>>>>;

type Declared<Name extends string> = Name extends `${infer Owner}.${infer Call}`
  ? Owner extends keyof typeof failsWith
    ? Call extends keyof (typeof failsWith)[Owner]
      ? Extract<(typeof failsWith)[Owner][Call], readonly FailureCode[]>[number]
      : never
    : never
  : never;

/** The closed union of codes with which a call can fail. */
export type FailureCodeOf<C extends CallDef> = general.GeneralCode<C> | Declared<C['name']>;

/** All codes of a call as a list: those that it declares, then the general ones. */
export const failureCodesOf = (call: CallDef): readonly FailureCode[] => {
  const [owner = '', name = ''] = call.name.split('.');
  const declared = (failsWith as Record<string, Record<string, readonly FailureCode[]>>)[owner]?.[name];
  return [...new Set([...(declared ?? []), ...general.generalCodesOf(call)])];
};
