/** Whether a statement failed because the value already exists in the unique index `name`. */
export const isUniqueViolation = (error: unknown, name: string): boolean => {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && at.code === '23505' && 'constraint' in at && at.constraint === name) return true;
  return false;
};
