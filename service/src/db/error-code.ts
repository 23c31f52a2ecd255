/** Whether an error has this code, as errors of Node and PostgreSQL do: `ENOENT`, `23505`. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
