import type * as z from 'zod/mini';
import type { Infer, SchemaOf } from './define.ts';

const made = new WeakMap<SchemaOf, z.ZodMiniType>();

/** The schema of a contract, created once. */
export const schemaFor = <S extends SchemaOf>(schema: S): ReturnType<S> => {
  const known = made.get(schema);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stored below, under the schema that made it
  if (known) return known as ReturnType<S>;
  const fresh = schema();
  made.set(schema, fresh);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the schema itself has made
  return fresh as ReturnType<S>;
};

/** Checks a value against a contract. The result has the contract's type if it fits. */
export const checkedAs = <S extends SchemaOf>(
  schema: S,
  value: unknown,
): ReturnType<z.ZodMiniType<Infer<S>>['safeParse']> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- zod types a result by the schema, which is generic here
  schemaFor(schema).safeParse(value) as ReturnType<z.ZodMiniType<Infer<S>>['safeParse']>;
