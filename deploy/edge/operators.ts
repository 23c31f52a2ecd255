import type { IncomingMessage, ServerResponse } from 'node:http';
import { serviceHealth, serviceHelp, serviceState, serviceUsage, serviceVitals } from '../release/service-health.ts';
import type { Releases } from './current-release.ts';
import type { SetProblem } from '../release/set-problem.ts';
import { flagsView } from './flags-view.ts';
import { isOperator, operatorPage, operatorView, unservedPage } from './operator-page.ts';
import { operatorPolicy } from './operator-style.ts';
import { fixedHeaders } from './policy.ts';
import { servedUses } from './uses-picture.ts';
import type { Store } from '../release/store.ts';
import type { UsesGraph } from '../release/uses-graph.ts';
import type { Upstream } from '../release/upstream.ts';

interface Options {
  /** Whoever has the key is an operator. An empty key opens the page to everyone. Without one there is no page. */
  readonly key: string | undefined;
  readonly release: () => Releases | undefined;
  readonly environment: string;
  /** Why the newest set is not fully served; undefined if it is. */
  readonly problem: () => SetProblem | undefined;
  readonly service: Upstream;
  /** Has the contracts of what is pinned. */
  readonly store: Store;
  /** URL of the page where operators make changes, if there is one. */
  readonly changes: () => string | undefined;
}

/** The value of ATRIUM_OPERATOR_KEY; undefined if it is not set. Throws a sentence if it is easy to guess. */
export const operatorKeyIn = ({ ATRIUM_OPERATOR_KEY: key }: NodeJS.ProcessEnv): string | undefined => {
  if (key && key.length < 16) throw new Error('ATRIUM_OPERATOR_KEY is too short: use at least 16 characters.');
  return key || undefined;
};

const send = (response: ServerResponse, status: number, type: string, body: string, headers: object = {}) => {
  response.writeHead(status, {
    ...fixedHeaders,
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': operatorPolicy,
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    ...headers,
  });
  response.end(body);
};

const noneOf = (environment: string): SetProblem => ({
  code: 'unsigned',
  headline: 'There is none.',
  why: `No release set of ${environment} has been signed yet.`,
  todo: `\`pnpm release sign ${environment}\` signs what is pinned.`,
});

/** 200 while a release is served, otherwise 503, with the problem and what to do about it. */
const sendHealth = (response: ServerResponse, isServed: boolean, problem: SetProblem | undefined) => {
  const lines = [
    isServed ? 'ok' : 'Atrium has no release.',
    ...(problem ? [`${problem.headline} ${problem.why}`, `To do: ${problem.todo}`] : []),
  ];
  send(response, isServed ? 200 : 503, 'text/plain', `${lines.join('\n')}\n`);
};

/**
 * `/operator` and `/operator.json`: what is pinned, canaries, the health of versions, page timings, live replies, and
 * messages to support. `/healthz`: 200 while a release is served, otherwise 503, with why the newest is not served and
 * what to do about it. Gives whether the path was one of them.
 */
export const createOperators = ({ key, environment, release, problem, service, store, changes }: Options) => {
  const none = noneOf(environment);
  const showNone = (response: ServerResponse, path: string, paused: boolean) => {
    const currentProblem = problem() ?? none;
    if (path === '/operator') send(response, 503, 'text/html', unservedPage(environment, currentProblem, paused));
    else
      send(
        response,
        503,
        'application/json',
        `${JSON.stringify({ environment, problem: currentProblem }, undefined, 2)}\n`,
      );
  };
  const uses = new WeakMap<Releases, UsesGraph>();
  /** Reading the records takes longer than everything else, and they never change. */
  const usesOf = (releases: Releases): UsesGraph => {
    const known = uses.get(releases) ?? servedUses(releases.signed, store);
    uses.set(releases, known);
    return known;
  };
  const show = async (response: ServerResponse, path: string, releases: Releases, paused: boolean) => {
    const [state, health, help, vitals, usage] = await Promise.all([
      serviceState(service).catch(() => undefined),
      serviceHealth(service).catch(() => []),
      serviceHelp(service).catch(() => []),
      serviceVitals(service).catch(() => []),
      serviceUsage(service).catch(() => undefined),
    ]);
    const currentProblem = problem();
    const address = changes();
    const view = {
      ...operatorView(releases.signed, state, health, help, vitals, usesOf(releases)),
      ...(currentProblem ? { problem: currentProblem } : {}),
      ...(usage ? { usage } : {}),
      rollouts: flagsView(releases.signed),
      ...(address ? { changes: address } : {}),
    };
    if (path === '/operator') send(response, 200, 'text/html', operatorPage(view, paused));
    else send(response, 200, 'application/json', `${JSON.stringify(view, undefined, 2)}\n`);
  };
  return (request: IncomingMessage, response: ServerResponse, path: string): boolean => {
    const releases = release();
    if (path === '/healthz') {
      sendHealth(response, releases !== undefined, problem() ?? (releases ? undefined : none));
      return true;
    }
    if (key === undefined || (path !== '/operator' && path !== '/operator.json')) return false;
    if (key === '' || isOperator(key, request.headers.authorization)) {
      const paused = request.url?.endsWith('?paused') ?? false;
      if (releases) show(response, path, releases, paused).catch(() => response.destroy());
      else showNone(response, path, paused);
    } else
      send(response, 401, 'text/plain', 'Only for operators of Atrium.\n', {
        'www-authenticate': 'Basic realm="Atrium operators", charset="UTF-8"',
      });
    return true;
  };
};
