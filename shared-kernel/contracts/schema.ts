import type * as z from 'zod/mini';
import type { SchemaOf } from './define.ts';

const made = new WeakMap<SchemaOf, z.ZodMiniType>();

/** The schema of a contract, made once. */
export const schemaFor = <S extends SchemaOf>(schema: S): ReturnType<S> => {
  const known = made.get(schema);
  if (known) return known as ReturnType<S>;
  const fresh = schema();
  made.set(schema, fresh);
  return fresh as ReturnType<S>;
};
