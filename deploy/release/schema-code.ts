import * as z from 'zod/mini';

const schema = () =>
  z.object({
    const: z.optional(z.unknown()),
    enum: z.optional(z.array(z.unknown())),
    anyOf: z.optional(z.array(z.unknown())),
    oneOf: z.optional(z.array(z.unknown())),
    type: z.optional(z.union([z.string(), z.array(z.string())])),
    properties: z.optional(z.record(z.string(), z.unknown())),
    required: z.optional(z.array(z.string())),
    additionalProperties: z.optional(z.unknown()),
    items: z.optional(z.unknown()),
    format: z.optional(z.string()),
    pattern: z.optional(z.string()),
    minLength: z.optional(z.number()),
    maxLength: z.optional(z.number()),
    minItems: z.optional(z.number()),
    maxItems: z.optional(z.number()),
    minimum: z.optional(z.number()),
    maximum: z.optional(z.number()),
  });
type Schema = z.infer<ReturnType<typeof schema>>;

/** A string literal in single quotes, in the style of the sources. */
export const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
const literal = (value: unknown): string => (typeof value === 'string' ? quoted(value) : JSON.stringify(value));
const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name));

const withChecks = (code: string, checks: readonly (string | false)[]): string => {
  const all = checks.filter((one) => one !== false);
  return all.length > 0 ? `${code}.check(${all.join(', ')})` : code;
};
const bound = (check: string, value: number | undefined) =>
  // Every integer schema has the bounds of safe integers, which are not written out.
  value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER && `z.${check}(${value})`;

/** Patterns use Unicode mode if they are written for it. */
const patternOf = (pattern: string): RegExp => {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
};

const stringCode = ({ format, pattern, minLength, maxLength }: Schema): string => {
  const lengths = [bound('minLength', minLength), bound('maxLength', maxLength)];
  // zod recognizes a date-time by its format; the pattern in the schema is for other readers.
  if (format === 'date-time') return withChecks('z.iso.datetime()', lengths);
  return withChecks('z.string()', [pattern !== undefined && `z.regex(${String(patternOf(pattern))})`, ...lengths]);
};

const unionCode = (members: readonly unknown[]): string => {
  const isNull = (one: unknown) => schema().parse(one).type === 'null';
  const others = members.filter((one) => !isNull(one)).map(codeOfSchema);
  const [only = 'z.unknown()'] = others;
  const union = others.length === 1 ? only : `z.union([${others.join(', ')}])`;
  return others.length < members.length ? `z.nullable(${union})` : union;
};

const objectCode = ({ properties, required = [], additionalProperties }: Schema): string => {
  if (!properties && typeof additionalProperties === 'object')
    return `z.record(z.string(), ${codeOfSchema(additionalProperties)})`;
  const fields = Object.entries(properties ?? {}).map(([name, of]) => {
    const code = codeOfSchema(of);
    return `${key(name)}: ${required.includes(name) ? code : `z.optional(${code})`}`;
  });
  return fields.length > 0 ? `z.object({ ${fields.join(', ')} })` : 'z.object({})';
};

/**
 * A recorded JSON Schema as a typed expression of `zod/mini`, named `z`, that accepts the same values. Unknown fields
 * of objects are dropped, so that the owner may add some. What cannot be expressed becomes `unknown`.
 */
export const codeOfSchema = (given: unknown): string => {
  const of = schema().parse(given);
  if ('const' in of) return `z.literal(${literal(of.const)})`;
  if (of.enum)
    return of.enum.every((one) => typeof one === 'string')
      ? `z.enum([${of.enum.map(literal).join(', ')}])`
      : `z.union([${of.enum.map((one) => `z.literal(${literal(one)})`).join(', ')}])`;
  const members =
    of.anyOf ?? of.oneOf ?? (Array.isArray(of.type) ? of.type.map((type) => ({ ...of, type })) : undefined);
  if (members) return unionCode(members);
  switch (of.type) {
    case 'object':
      return objectCode(of);
    case 'array':
      return withChecks(`z.array(${codeOfSchema(of.items ?? {})})`, [
        bound('minLength', of.minItems),
        bound('maxLength', of.maxItems),
      ]);
    case 'string':
      return stringCode(of);
    case 'integer':
    case 'number':
      return withChecks(of.type === 'integer' ? 'z.int()' : 'z.number()', [
        bound('gte', of.minimum),
        bound('lte', of.maximum),
      ]);
    case 'boolean':
      return 'z.boolean()';
    case 'null':
      return 'z.null()';
    default:
      return 'z.unknown()';
  }
};
