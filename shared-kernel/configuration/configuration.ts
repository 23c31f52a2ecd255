import { RemoteContext } from '@atrium/shared-kernel/remote';
import { useContext } from 'react';
import type { ConfigurationDef, Infer } from '../contracts/define.ts';
import { checkedAs } from '../contracts/schema.ts';

/* Built into each remote, so that in shells without configuration the defaults apply. */

interface Configurable {
  readonly name: string;
  readonly configuration: ConfigurationDef;
}

/** What a hook returns. A field with a default is always there. */
type ValuesOf<D extends ConfigurationDef, Values = Infer<D['schema']>> = Omit<Values, keyof D['defaults']> & {
  readonly [Key in keyof D['defaults'] & keyof Values]-?: Exclude<Values[Key], undefined>;
};

/**
 * Creates a remote's own hook: the values that the environment sets for it, and the contract's defaults for all others.
 */
export const createConfiguration = <const C extends Configurable>({ name, configuration }: C) => {
  const read = (given: unknown): ValuesOf<C['configuration']> => {
    const found = checkedAs(configuration.schema, given ?? {});
    // The release command refuses such values. Only checks that need code, such as `refine`, are left for this.
    // oxlint-disable-next-line no-console -- an operator finds here why the defaults are in use
    if (!found.success) console.error(`[${name}] The configuration is not valid and is not used.`, found.error);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of optional fields, those with a default are there
    return { ...configuration.defaults, ...found.data } as ValuesOf<C['configuration']>;
  };
  let last: { readonly given: unknown; readonly values: ValuesOf<C['configuration']> } | undefined;
  return (): ValuesOf<C['configuration']> => {
    const given = useContext(RemoteContext)?.configuration;
    // A page has one configuration, so it is read once and stays the same object.
    if (!last || last.given !== given) last = { given, values: read(given) };
    return last.values;
  };
};
