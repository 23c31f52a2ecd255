import { openApi } from '@atrium/shared-kernel/contracts/openapi';
import type { FastifyInstance } from 'fastify';
import { basePath } from './calls.ts';
import { type ApiDocument, referencePage, referencePolicy } from './reference-page.ts';

/** `GET <base>/openapi.json`: every call as an OpenAPI document. `GET <base>/reference`: the same for people. */
export const addOpenApi = (app: FastifyInstance): void => {
  // Nothing of it is needed before somebody asks: to make it is most of what a start of the routes takes.
  let made: ReturnType<typeof openApi> | undefined;
  const document = () => (made ??= openApi(basePath));
  let page: string | undefined;
  app.get(`${basePath}/openapi.json`, async () => document());
  app.get(`${basePath}/reference`, async (_request, reply) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page reads what the kernel has made
    page ??= referencePage(document() as unknown as ApiDocument);
    return reply.header('content-security-policy', referencePolicy).type('text/html; charset=utf-8').send(page);
  });
};
