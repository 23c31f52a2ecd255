import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

interface Bson {
  serialize(document: object): Uint8Array;
  deserialize(bytes: Uint8Array): Record<string, unknown>;
}

/**
 * https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol: a connection begins with a `query`, answered by a
 * `reply`. All that follows is a `message`, answered by another.
 */
const opcodes = { reply: 1, query: 2004, message: 2013 } as const;
const headerBytes = 16;

const handshake = {
  helloOk: true,
  ismaster: true,
  isWritablePrimary: true,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  minWireVersion: 0,
  maxWireVersion: 21,
};

/** The name of the command and its value, which come first in a message. */
const commandOf = (document: Record<string, unknown>) => Object.entries(document)[0] ?? ['', undefined];

const answerTo = (document: Record<string, unknown>, found: Readonly<Record<string, readonly object[]>>): object => {
  const [name, collection] = commandOf(document);
  if (['hello', 'isMaster', 'ismaster'].includes(name)) return { ok: 1, ...handshake, localTime: new Date() };
  if (!['find', 'aggregate', 'listIndexes'].includes(name)) return { ok: 1, n: 1, nModified: 1, value: null };
  const firstBatch = name === 'find' ? (found[String(collection)] ?? []) : [];
  return { ok: 1, cursor: { id: 0n, ns: `peer.${String(collection)}`, firstBatch } };
};

const frame = (opcode: number, request: Buffer, fields: Buffer, body: Uint8Array): Buffer => {
  const header = Buffer.alloc(headerBytes);
  for (const [at, value] of [headerBytes + fields.length + body.length, 0, request.readInt32LE(4), opcode].entries())
    header.writeInt32LE(value, at * 4);
  return Buffer.concat([header, fields, body]);
};

/** The answer to one message, in the form that its own form asks for. */
const respond = (request: Buffer, bson: Bson, found: Readonly<Record<string, readonly object[]>>): Buffer => {
  if (request.readInt32LE(12) === opcodes.query) {
    // Flags and a name that ends with a zero precede two numbers and the document.
    const document = bson.deserialize(request.subarray(request.indexOf(0, headerBytes + 4) + 9));
    const fields = Buffer.alloc(20);
    fields.writeInt32LE(1, 16);
    return frame(opcodes.reply, request, fields, bson.serialize(answerTo(document, found)));
  }
  // Flags and the kind of the first section, which is the command; the documents to write may follow.
  const at = headerBytes + 5;
  const document = bson.deserialize(request.subarray(at, at + request.readInt32LE(at)));
  return frame(opcodes.message, request, Buffer.alloc(5), bson.serialize(answerTo(document, found)));
};

/**
 * A server that speaks as much of MongoDB's protocol as a page load of the peer needs: it finds the documents `found` of
 * each collection, whatever is asked, and forgets what is written. `folder` has a package that depends on `bson`.
 */
export const serveDocuments = async (folder: string, found: Readonly<Record<string, readonly object[]>>) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is installed with the peer, not with this package
  const bson = createRequire(`${folder}/package.json`)('bson') as Bson;
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    // A client that ends its connections abruptly is no error here.
    socket.on('error', () => socket.destroy());
    socket.on('data', (data: Buffer) => {
      received = Buffer.concat([received, data]);
      while (received.length >= headerBytes && received.length >= received.readInt32LE(0)) {
        const length = received.readInt32LE(0);
        socket.write(respond(received.subarray(0, length), bson, found));
        received = received.subarray(length);
      }
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return { port: (server.address() as AddressInfo).port, end: () => void server.close() };
};
