/**
 * The codes with which each call of an owner can fail, besides the general ones. It has to list every call.
 * `failures.ts` checks that each is a code.
 */
export type FailsWith<Calls> = { readonly [Name in keyof Calls]: readonly string[] };
