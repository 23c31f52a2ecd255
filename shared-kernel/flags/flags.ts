import { RemoteContext } from '@atrium/shared-kernel/remote';
import { useContext } from 'react';
import type { FlagDef } from '../contracts/define.ts';

/*
 * Built into each remote: in shells that know no flags, each is as the contract has it.
 */

interface Flagged {
  readonly name: string;
  readonly flags: Readonly<Record<string, FlagDef>>;
}

/** The whole names of a remote's flags, as `mf-chat.polls`. */
export type FlagOf<C extends Flagged> = `${C['name']}.${keyof C['flags'] & string}`;

/** A remote's own hook, made once: whether one of the flags of its contract is on. Another flag does not compile. */
export const createFlags =
  <const C extends Flagged>({ name, flags }: C) =>
  (flag: FlagOf<C>): boolean => {
    const standard = flags[flag.slice(name.length + 1)]?.default ?? false;
    return useContext(RemoteContext)?.flags?.isOn(flag, standard) ?? standard;
  };
