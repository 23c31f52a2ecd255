/** The codes with which each call of an owner can fail, beside the general ones: no call is left out. `failures.ts` checks that each is a code. */
export type FailsWith<Calls> = { readonly [Name in keyof Calls]: readonly string[] };
