import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';

/** Routes below `/objects/`. */
export const addObjectRoutes = (_app: FastifyInstance, _services: Services): void => undefined;
