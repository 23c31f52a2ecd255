import { Problem } from './problem.ts';

const supported = ['linux x64', 'linux arm64', 'darwin x64', 'darwin arm64'];

/** Throws a sentence if Atrium's own PostgreSQL has no build for this machine and no other database is given. */
export const checkMachine = (platform: string, arch: string, databaseUrl: string | undefined): void => {
  if (supported.includes(`${platform} ${arch}`) || databaseUrl) return;
  throw new Problem(
    `Atrium brings a PostgreSQL for ${supported.join(', ')}; this is ${platform} ${arch}. Set DATABASE_URL to use your own.`,
  );
};
