interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly minLength?: number;
}

const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-01-02T03:04:05.000Z',
  date: '2026-01-02',
  email: 'somebody@example.org',
  uri: 'https://example.org/',
  uuid: '2f6b1f5e-8a0b-4c6e-9d6a-3b1f0c9d7e55',
};
/** The pattern of ids: `^[0-9a-f]{24}$`. */
const repeated = /^\^\[0-9a-f\]\{(\d+)\}\$$/;

const text = ({ format = '', pattern = '', minLength = 0 }: Schema): string => {
  const length = Number(repeated.exec(pattern)?.[1] ?? 0);
  if (length > 0) return 'e'.repeat(length);
  return (formats[format] ?? 'example').padEnd(minLength, '.');
};

/**
 * An example value for a recorded JSON Schema, such as that of an event. With `full` it has all optional parts,
 * otherwise only the required ones. Always the same one.
 */
export const exampleOf = (schema: object, full = true): unknown => {
  const given = schema as Schema;
  if ('const' in given) return given.const;
  if (given.enum) return given.enum[0];
  const choices = given.anyOf ?? given.oneOf;
  if (choices) return exampleOf((full ? choices[0] : choices.at(-1)) ?? {}, full);
  switch (given.type) {
    case 'object': {
      const { properties = {}, required = [] } = given;
      const names = Object.keys(properties).filter((name) => full || required.includes(name));
      return Object.fromEntries(names.map((name) => [name, exampleOf(properties[name] ?? {}, full)]));
    }
    case 'array': {
      const length = Math.max(given.minItems ?? 0, full ? 1 : 0);
      return Array.from({ length }, () => exampleOf(given.items ?? {}, full));
    }
    case 'string':
      return text(given);
    case 'integer':
    case 'number':
      return Math.max(given.minimum ?? 1, 1);
    case 'boolean':
      return full;
    default:
      return null;
  }
};
