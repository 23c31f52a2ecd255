import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';

/** The service's own pages, below `/local/`. */
export const addLocalPages = (_app: FastifyInstance, _services: Services): void => undefined;
