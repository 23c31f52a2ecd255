import { openApi } from '@atrium/shared-kernel/contracts/openapi';
import type { FastifyInstance } from 'fastify';
import { basePath } from './calls.ts';

/** `GET <base>/openapi.json`: every call as an OpenAPI document. */
export const addOpenApi = (app: FastifyInstance): void => {
  const document = openApi(basePath);
  app.get(`${basePath}/openapi.json`, async () => document);
};
