import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import { canaryOf, partNames, pinOf } from '../release/environment.ts';
import { action } from '../release/operators/actions.ts';
import { identityOfKey } from '../release/operators/policy.ts';
import type { RequestState } from './desk-state.ts';
import { type Desk, DeskRefusal } from './desk.ts';
import { bodyOf, Refused, sendJson } from './exchange.ts';

const body = () => z.strictObject({ action: action(), set: z.optional(z.object({ serial: z.int(), id: z.string() })) });

const requestView = ({ number, request, state, lines, person, approvedBy, missing }: RequestState) => ({
  number,
  state,
  action: request?.action,
  requestedBy: person,
  approvedBy,
  missingApprovals: missing,
  lines,
  expires: request?.expires,
});

const statuses: Readonly<Record<DeskRefusal['code'], number>> = {
  'not-allowed': 403,
  'sign-in-again': 403,
  changed: 409,
  'ends-canary': 409,
  'not-fit': 422,
  unknown: 404,
  ended: 409,
};

/**
 * The HTTP API for programs with a key, equivalent to the pages: `GET /api/state`, `POST /api/requests`, `GET
 * /api/requests/<number>`.
 */
export const answerApi = async (desk: Desk, request: IncomingMessage, response: ServerResponse, path: string) => {
  const fail = (status: number, code: string, message: string, lines: readonly string[] = []) =>
    sendJson(response, status, { code, message, ...(lines.length > 0 ? { lines } : {}) });
  const [, key = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
  const policy = await desk.policy();
  const identity = policy && identityOfKey(policy, key);
  if (!identity) {
    sendJson(
      response,
      401,
      { code: 'no-key', message: 'Send a key as Authorization: Bearer.' },
      { 'www-authenticate': 'Bearer' },
    );
    return;
  }
  const proof = { identity };
  try {
    await desk.actor(proof);
    const number = Number(/^\/api\/requests\/(\d{1,6})$/.exec(path)?.[1] ?? 0);
    if (path === '/api/state' && request.method === 'GET') {
      const { pins, set, requests, problem, alerts } = await desk.state();
      const parts = partNames(pins).map((name) => {
        const pin = pinOf(pins, name);
        return { name, ...pin, canary: canaryOf(pin) };
      });
      sendJson(response, 200, {
        environment: pins.environment,
        set: set && { serial: set.serial, id: set.id, expires: set.expires },
        problem,
        alerts,
        parts,
        requests: requests.map(requestView),
      });
    } else if (number > 0 && request.method === 'GET') sendJson(response, 200, requestView(await desk.find(number)));
    else if (path === '/api/requests' && request.method === 'POST') {
      const given = body().safeParse(JSON.parse(await bodyOf(request)));
      if (!given.success) {
        fail(
          400,
          'invalid',
          `Not valid: ${given.error.issues.map((one) => one.path.join('.') || 'the body').join(', ')}.`,
        );
        return;
      }
      const filed = await desk.request(proof, given.data.action, given.data.set);
      const found = requestView(await desk.settled(filed, 3000));
      sendJson(response, 201, found, { location: `/api/requests/${filed}` });
    } else fail(404, 'unknown', 'This address does not exist.');
  } catch (error) {
    if (error instanceof DeskRefusal) fail(statuses[error.code], error.code, error.message, error.lines);
    else if (error instanceof SyntaxError) fail(400, 'invalid', 'The body is not valid JSON.');
    else if (error instanceof Refused) fail(error.status, 'invalid', error.message);
    else throw error;
  }
};
