type Json = Record<string, unknown>;

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? { ...value } : {});
const variants = (schema: Json): Json[] | undefined => {
  const all = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(all) ? all.map(object) : undefined;
};
const values = (schema: Json): unknown[] | undefined =>
  'const' in schema ? [schema['const']] : Array.isArray(schema['enum']) ? list(schema['enum']) : undefined;
const typeFits = (given: unknown, wanted: unknown) =>
  wanted === undefined || given === wanted || (given === 'integer' && wanted === 'number');

const objectMisfits = (given: Json, wanted: Json, at: string): string[] => {
  const has = object(given['properties']);
  const wants = object(wanted['properties']);
  const sure = new Set(list(given['required']));
  const missing = list(wanted['required'])
    .map(String)
    .filter((key) => !sure.has(key))
    .map((key) => `${at}${key} is required but not always present`);
  const unknown =
    wanted['additionalProperties'] === false
      ? Object.keys(has)
          .filter((key) => !(key in wants))
          .map((key) => `${at}${key} is refused`)
      : [];
  const deeper = Object.keys(wants)
    .filter((key) => key in has)
    .flatMap((key) => misfits(object(has[key]), object(wants[key]), `${at}${key}.`));
  return [...missing, ...unknown, ...deeper];
};

/**
 * Why a value of the JSON Schema `given` might not pass `wanted`: one sentence each, empty if it fits. Lengths and
 * patterns are left to validation at run time; recursion by `$ref` is assumed to fit.
 */
export const misfits = (given: Json, wanted: Json, at = ''): string[] => {
  if ('$ref' in given || '$ref' in wanted || Object.keys(wanted).length === 0) return [];
  const givenVariants = variants(given);
  if (givenVariants) return givenVariants.flatMap((one) => misfits(one, wanted, at));
  const wantedVariants = variants(wanted);
  if (wantedVariants) {
    const reasons = wantedVariants.map((one) => misfits(given, one, at));
    return reasons.some((one) => one.length === 0) ? [] : (reasons[0] ?? []);
  }
  const path = at.replace(/\.$/, '') || 'the value';
  const allowed = values(wanted);
  if (allowed) {
    const possible = values(given);
    if (!possible) return [`${path} may be more than ${JSON.stringify(allowed)}`];
    const extra = possible.filter((one) => !allowed.includes(one));
    return extra.length === 0 ? [] : [`${path} may be ${extra.map((one) => JSON.stringify(one)).join(', ')}`];
  }
  if (!typeFits(given['type'], wanted['type']))
    return [`${path} is ${JSON.stringify(given['type'] ?? 'anything')}, not ${JSON.stringify(wanted['type'])}`];
  if (wanted['type'] === 'object') return objectMisfits(given, wanted, at);
  if (wanted['type'] === 'array') return misfits(object(given['items']), object(wanted['items']), `${at}[].`);
  return [];
};

/** The schema as a reader of responses applies it: the record forbids additional fields, but readers drop them. */
export const asRead = (schema: Json): Json =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => key !== 'additionalProperties' || value !== false)
      .map(([key, value]) => [
        key,
        Array.isArray(value)
          ? value.map((one: unknown) => (typeof one === 'object' && one !== null ? asRead(object(one)) : one))
          : typeof value === 'object' && value !== null
            ? asRead(object(value))
            : value,
      ]),
  );

const kindOf = (item: Json): unknown => object(object(item['properties'])['type'])['const'];

/** The items of a stream that its reader accepts, which skips items of an unknown `type` (B3.14). */
export const itemsFor = (reader: Json, given: Json): Json => {
  const known = variants(reader)?.map(kindOf);
  const all = variants(given);
  if (!known || !all) return given;
  return { anyOf: all.filter((item) => kindOf(item) === undefined || known.includes(kindOf(item))) };
};
