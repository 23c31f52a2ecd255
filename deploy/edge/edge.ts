import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { type TrustedKey, trustedKeys } from '../release/keys.ts';
import { personOf } from '../release/service-health.ts';
import type { SetProblem } from '../release/set-problem.ts';
import { setFile } from '../release/signed-set.ts';
import { openStore, type Store } from '../release/store.ts';
import type { Upstream } from '../release/upstream.ts';
import { type AssetAddress, assetAddress, createAssetFiles } from './asset-files.ts';
import { sendFile } from './assets.ts';
import { type Answer, backToPage, isSecure, misdirected, notFound, sendText, wrongMethod } from './answers.ts';
import { createCohorts } from './cohort.ts';
import { followRelease } from './current-release.ts';
import { draining } from './drain.ts';
import { createDocuments } from './documents.ts';
import { keepAlive } from './keep-alive.ts';
import { createKnownHosts } from './known-hosts.ts';
import { createOperators } from './operators.ts';
import { createPages } from './page.ts';
import { fixedHeaders } from './policy.ts';
import { createPreviews } from './previews.ts';
import { createProxy } from './proxy.ts';
import type { Reloads } from './reload.ts';
import { createReportTokens, reportKey } from './report-token.ts';
import { createReports, reportPath } from './reports.ts';
import { createVisitors } from './visitors.ts';

export interface EdgeOptions {
  /** Contains `store/` and `environments/<environment>.json`. */
  readonly data: string;
  readonly environment: string;
  readonly service: Upstream;
  /** Host names that it accepts besides loopback names. */
  readonly hosts?: readonly string[];
  /** Keys whose sets are served. Default: the result of `trustedKeys` for the folder. */
  readonly trusted?: readonly TrustedKey[];
  /** Fetches a release that is not in the store yet. Resolves to false if there is none. */
  readonly fetchRelease?: (release: { readonly name: string; readonly version: string }) => Promise<boolean>;
  /** Fetches a release that contains a file of a package, named by its content. Resolves to false if there is none. */
  readonly fetchFile?: (wanted: { readonly name: string; readonly file: string }) => Promise<boolean>;
  /** Why a set from elsewhere was not fetched; undefined if it was. */
  readonly problem?: () => SetProblem | undefined;
  readonly reloads?: Reloads;
  /** Whether pages contain preload links for the files of their remotes. Default true; a benchmark compares. */
  readonly preloads?: boolean;
  /** Whether a browser may open the inspector, or disable a remote. Default: not in production. */
  readonly inspector?: boolean;
  /** Gives access to `/operator`. If it is empty, everyone has access; without it there is no such page. */
  readonly operatorKey?: string;
  /** Origin where operators make changes, once it is known. `/operator` links there. */
  readonly operatorOrigin?: () => string | undefined;
  /** Signs the tokens of browsers that report on versions. Default: the result of `reportKey` for the folder. */
  readonly reportKey?: string;
  /** Header in which the proxy in front sends the country, in lower case. Default: countries are unknown. */
  readonly countryHeader?: string | undefined;
  /** Milliseconds that a page waits for the service to identify the user, if that matters. Default 500. */
  readonly timeoutMs?: number;
  /** Seconds for which browsers use only https (HSTS). Default: the header is not sent. */
  readonly httpsSeconds?: number | undefined;
  readonly report?: (problem: string) => void;
  /** Milliseconds since 1970, to check whether a set has expired. */
  readonly now?: () => number;
}

const immutable = 'public, max-age=31536000, immutable';
const toService = /^\/(api|local|objects)(\/|$)/;
/** Paths of uploaded files and of the service's responses, which must never run as a page's script. */
const neverScripts = /^\/(api|objects)\//;
/**
 * Only production is for search engines. Pages behind secret links say `noindex` themselves, which crawlers see only on
 * pages they may read.
 */
const robotsOf = (environment: string): string =>
  `User-agent: *\n${
    environment === 'production'
      ? ['/api/', '/objects/', '/operator'].map((path) => `Disallow: ${path}`).join('\n')
      : 'Disallow: /'
  }\n`;

/** A form of the page that was submitted before its script ran, or without it. */
const isForm = ({ method, headers }: IncomingMessage): boolean =>
  method === 'POST' && /^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(headers['content-type'] ?? '');
const decoded = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
};

/** The immutable files of all releases. A release that is not in the store yet is fetched first. */
const createAssets = (
  store: Store,
  { fetchRelease, fetchFile }: Pick<EdgeOptions, 'fetchRelease' | 'fetchFile'>,
): Answer => {
  const find = createAssetFiles(store);
  const fetched = ({ name, version, file }: AssetAddress) =>
    version === undefined
      ? fetchFile?.({ name, file })
      : !store.has(name, version) && fetchRelease?.({ name, version });
  return async (request, response, path) => {
    const wanted = assetAddress(path);
    const headers = { ...fixedHeaders, 'cache-control': immutable };
    const send = async () => {
      for (const { version, file } of wanted ? find(wanted) : [])
        if (await sendFile(request, response, { root: store.files(wanted?.name ?? '', version), file }, headers))
          return true;
      return false;
    };
    if (await send()) return;
    if (!wanted || !(await fetched(wanted)) || !(await send())) notFound(response);
  };
};

/**
 * The single origin of the product: the shell's page, the immutable files of all releases, and the service behind it.
 */
export const createEdge = (options: EdgeOptions): Server => {
  const { data, environment, service, reloads, preloads = true, operatorKey, report = () => {} } = options;
  const { now = Date.now } = options;
  const trusted = options.trusted ?? trustedKeys(data);
  const store = openStore(join(data, 'store'));
  const following = followRelease({ file: setFile(data, environment), environment, store, trusted, report, now });
  const release = following.current;
  // Problems of the store come first, because they can cause the others.
  const problem = () => options.problem?.() ?? following.problem();
  const pages = createPages({ end: reloads?.script ?? '', preloads, inspector: options.inspector });
  const changes = options.operatorOrigin ?? (() => undefined);
  const operators = createOperators({ key: operatorKey, environment, release, problem, service, store, changes });
  const isKnown = createKnownHosts(options.hosts ?? []);
  const proxy = createProxy(service, { ...fixedHeaders, 'x-robots-tag': 'noindex' }, report);
  const key = options.reportKey ?? reportKey(data);
  const tokens = createReportTokens(key, environment);
  const cohorts = createCohorts(key, environment);
  const person = (session: string) => personOf(service, session, options.timeoutMs);
  const visitors = createVisitors({ key, environment, person, countryHeader: options.countryHeader, now });
  const reports = createReports({ tokens, release, proxy, visitors });

  const sendAsset = createAssets(store, options);
  const mayDisable = options.inspector ?? environment !== 'production';
  const previews = createPreviews({ environment, trusted, now });
  const documents = { store, release, problem, pages, tokens, cohorts, visitors, previews, mayDisable };
  const sendDocument = createDocuments(documents);
  const robots = robotsOf(environment);
  /** An error ends one response, not the process. */
  const answering = (work: Promise<unknown>, response: ServerResponse) =>
    void work.catch((error: unknown) => {
      report(`A request failed: ${String(error)}`);
      response.destroy();
    });
  const server = createServer((request, response) => {
    if (options.httpsSeconds !== undefined && isSecure(request))
      response.setHeader('strict-transport-security', `max-age=${options.httpsSeconds}`);
    const path = decoded((request.url ?? '/').split(/[?#]/, 1)[0] ?? '/');
    // Health checks reach it by IP address, without a known host name.
    if (path !== '/healthz' && !isKnown(request)) misdirected(response);
    else if (path === reportPath && request.method === 'POST') answering(reports(request, response), response);
    else if (path !== undefined && neverScripts.test(path) && request.headers['sec-fetch-dest'] === 'script')
      notFound(response);
    else if (path !== undefined && toService.test(path)) proxy.pass(request, response);
    else if (isForm(request) && path !== undefined && !path.startsWith('/assets/')) backToPage(request, response);
    else if (request.method !== 'GET' && request.method !== 'HEAD') wrongMethod(request, response);
    else if (path === undefined) notFound(response);
    else if (path === '/robots.txt') sendText(response, 200, 'text/plain', robots);
    else if (path === reloads?.path) reloads.connect(response);
    else if (operators(request, response, path)) return;
    else if (path.startsWith('/assets/')) answering(sendAsset(request, response, path), response);
    // The shell would read the first part of such an address as a host.
    else if (request.url?.startsWith('//')) backToPage(request, response);
    else answering(sendDocument(request, response, path), response);
  });
  // Replies stream for minutes and uploads are slow, so the service's own limits apply.
  server.requestTimeout = 0;
  server.keepAliveTimeout = keepAlive;
  server.once(draining, () => proxy.endEndless());
  server.on('close', () => proxy.close());
  return server;
};
