import { join } from 'node:path';
import { Client } from 'pg';

/**
 * A query without tables: the same amount of work in every database, on one connection. The slower or busier the
 * machine, the longer it takes.
 */
const fixed = `select sum(length(repeat(md5(n::text), 4))) from generate_series(1, 40000) n`;

export interface FixedQuery {
  /** Milliseconds that the query takes at this moment. */
  run(): Promise<number>;
  end(): Promise<void>;
}

/** Opens the fixed query on the embedded database of a running product, by its data folder, or at a DATABASE_URL. */
export const openFixedQuery = async (data: string): Promise<FixedQuery> => {
  const embedded = { host: join(data, 'postgres/socket'), user: 'atrium', database: 'atrium' };
  const client = new Client(data.startsWith('postgres://') ? { connectionString: data } : embedded);
  await client.connect();
  return {
    async run() {
      const since = performance.now();
      await client.query(fixed);
      return performance.now() - since;
    },
    end: () => client.end(),
  };
};
