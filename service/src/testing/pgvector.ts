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
    ...{ setNoDelay: itself, setKeepAlive: itself, ref: itself, unref: itself },
  });
};

/** A PostgreSQL with pgvector, as WebAssembly in this process, for clients one after the other: its session is one. */
export const startPgvector = async () => {
  const database = await PGlite.create({ extensions: { vector, pg_trgm, btree_gin } });
  const stream = () => {
    const duplex = new Duplex({
      read: () => undefined,
      write: (chunk: Buffer, _encoding, done) => {
        if (chunk[0] === terminate) return done();
        database.execProtocolRaw(new Uint8Array(chunk)).then((answer) => {
          duplex.push(Buffer.from(answer));
          done();
        }, done);
      },
      final: (done) => {
        duplex.push(null);
        done();
      },
    });
    return asSocket(duplex);
  };
  const connection: ClientConfig = { stream, user: 'postgres', database: 'postgres' } as ClientConfig;
  return { connection, close: () => database.close() };
};
