/** The string fields of a form or a path by their names. Other values are left out. */
export const fieldsOf = (received: unknown): Readonly<Record<string, string>> => {
  const all = Object.entries<unknown>(Object(received));
  return Object.fromEntries(all.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
};
