import { Duplex } from 'node:stream';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { ClientConfig } from 'pg';

/** What a client says before its connection ends; a database of one session has to hear nothing of that. */
const terminate = 'X'.charCodeAt(0);

/** What `pg` calls of a socket. */
const asSocket = (duplex: Duplex) => {
  const itself = () => duplex;
  return Object.assign(duplex, {
    connect: () => setImmediate(() => duplex.emit('connect')),
    setNoDelay: itself,
    setKeepAlive: itself,
    ref: itself,
    unref: itself,
  });
};

/** A PostgreSQL with pgvector, as WebAssembly in this process, for clients one after the other: its session is one. */
export const startPgvector = async () => {
  const database = await PGlite.create({ extensions: { vector, pg_trgm, btree_gin } });
  const stream = () => {
    const answering = async function* (said: AsyncIterable<Uint8Array>) {
      for await (const message of said)
        if (message[0] !== terminate) yield Buffer.from(await database.execProtocolRaw(new Uint8Array(message)));
    };
    return asSocket(Duplex.from(answering));
  };
  const connection: ClientConfig = { stream, user: 'postgres', database: 'postgres' };
  return { connection, close: () => database.close() };
};
