import { Duplex } from 'node:stream';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { ClientConfig } from 'pg';

/** The message with which a client ends its connection. It must not reach the database, which has a single session. */
const terminate = 'X'.charCodeAt(0);

/** Adds the methods of a socket that `pg` calls. */
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

/** Starts PostgreSQL with pgvector as WebAssembly in this process. It has one session, so clients must take turns. */
export const startPgvector = async () => {
  const database = await PGlite.create({ extensions: { vector, pg_trgm, btree_gin } });
  const stream = () => {
    const answering = async function* (messages: AsyncIterable<Uint8Array>) {
      for await (const message of messages)
        if (message[0] !== terminate) yield Buffer.from(await database.execProtocolRaw(new Uint8Array(message)));
    };
    return asSocket(Duplex.from(answering));
  };
  const connection: ClientConfig = { stream, user: 'postgres', database: 'postgres' };
  return { connection, close: () => database.close() };
};
