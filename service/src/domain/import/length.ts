/** The approximate number of characters per transaction: the process that imports has little memory. */
export const batchLength = 4_000_000;

/** The number of characters in all texts of a value. */
export const lengthOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  const fields: readonly unknown[] = Object.values(value);
  return fields.reduce<number>((sum, field) => sum + lengthOf(field), 0);
};
