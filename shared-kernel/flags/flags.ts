import { RemoteContext } from '@atrium/shared-kernel/remote';
import { useContext } from 'react';
import type { FlagDef } from '../contracts/define.ts';

/* Built into each remote, so that in shells without flags each has the default of its contract. */

interface Flagged {
  readonly name: string;
  readonly flags: Readonly<Record<string, FlagDef>>;
}

/** The full names of a remote's flags, such as `mf-chat.polls`. */
export type FlagOf<C extends Flagged> = `${C['name']}.${keyof C['flags'] & string}`;

/** Creates a remote's own hook: whether a flag of its contract is on. Other flags do not compile. */
export const createFlags =
  <const C extends Flagged>({ name, flags }: C) =>
  (flag: FlagOf<C>): boolean => {
    const byDefault = flags[flag.slice(name.length + 1)]?.default ?? false;
    return useContext(RemoteContext)?.flags?.isOn(flag, byDefault) ?? byDefault;
  };
