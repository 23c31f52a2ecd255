import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

type Ended = (request: FastifyRequest, reply: FastifyReply, aborted: boolean) => void;

/**
 * Calls `ended` once for each request: when its answer is sent, or with `aborted` when its client left before. Fastify's
 * `onResponse` is not called for the latter, which are often the slowest.
 */
export const onEnd = (app: FastifyInstance, ended: Ended): void => {
  app.addHook('onRequest', async (request, reply) => {
    let isSent = false;
    reply.raw.once('finish', () => {
      isSent = true;
    });
    reply.raw.once('close', () => ended(request, reply, !isSent));
  });
};
