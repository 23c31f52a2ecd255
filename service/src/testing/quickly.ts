/** The option with which a local start loads the service. */
export const quickly = `--import=${new URL('../db/resolve-drizzle.ts', import.meta.url).href}`;
