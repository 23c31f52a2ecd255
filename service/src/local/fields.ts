/** The texts of a form or a path by their names; whatever else was sent is left out. */
export const fieldsOf = (sent: unknown): Readonly<Record<string, string>> => {
  const all = Object.entries<unknown>(Object(sent));
  return Object.fromEntries(all.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
};
