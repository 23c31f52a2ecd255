import type { FailureCode } from './failures.ts';

/** The codes with which each call of an owner can fail, beside the general ones: none is left out. */
export type FailsWith<Calls> = { readonly [Name in keyof Calls]: readonly FailureCode[] };
