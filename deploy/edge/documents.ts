import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SetProblem } from '../release/set-problem.ts';
import type { Store } from '../release/store.ts';
import { type Answer, isSecure, notFound, sendText } from './answers.ts';
import { acceptedForms, sendFile } from './assets.ts';
import type { CurrentRelease } from './choice.ts';
import { type Cohort, type createCohorts, newCohort } from './cohort.ts';
import type { Releases } from './current-release.ts';
import { disableAnswer, disabledBy } from './disabled.ts';
import type { createPages } from './page.ts';
import { documentHeaders, fixedHeaders, integrityPolicy } from './policy.ts';
import { isPage } from './preloads.ts';
import type { createPreviews } from './previews.ts';
import type { createReportTokens } from './report-token.ts';
import type { Visitors } from './visitors.ts';

/** Whether a session cookie exists only decides what to preload. The service checks whether it is valid. */
const sessionCookie = /(^|;\s*)atrium_session=[^;\s]/;
/**
 * A page behind a secret link is only for people who have the link: not for search engines, and not for shared caches.
 * `id` is in the links of chats and invitations, `agent` in those of agents.
 */
const behindLink = { 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'private, no-store' };
const isBehindLink = (url = '/'): boolean => {
  const query = new URLSearchParams(url.split('#', 1)[0]?.split('?')[1]);
  return query.has('id') || query.has('agent');
};
const hasExtension = /\.\w{1,12}$/;

interface DocumentSources {
  readonly store: Store;
  readonly release: () => Releases | undefined;
  readonly problem: () => SetProblem | undefined;
  readonly pages: ReturnType<typeof createPages>;
  readonly tokens: ReturnType<typeof createReportTokens>;
  readonly cohorts: ReturnType<typeof createCohorts>;
  readonly visitors: Visitors;
  readonly previews: ReturnType<typeof createPreviews>;
  /** Whether a browser may disable a remote. */
  readonly mayDisable: boolean;
}

/** The cookies that keep a browser in its canaries, and that its reports need. */
const createCookies = ({ cohorts, tokens }: Pick<DocumentSources, 'cohorts' | 'tokens'>) => ({
  /** The browser's cohort. A browser without one gets one if some browsers get other versions. */
  cohortOf(request: IncomingMessage, response: ServerResponse, releases: Releases): Cohort | undefined {
    const { cookie } = request.headers;
    const known = cohorts.read(cookie, tokens.read(cookie)?.cohort);
    if (known?.signed || (!known && !releases.cohorts)) return known?.cohort;
    const cohort = known?.cohort ?? newCohort();
    response.appendHeader('set-cookie', cohorts.cookieFor(cohort, isSecure(request)));
    return cohort;
  },
  /** Sets the token for a page's reports, unless the browser has a valid one. */
  giveToken(request: IncomingMessage, response: ServerResponse, cohort: Cohort | undefined): void {
    const reporter = tokens.read(request.headers.cookie);
    if (reporter && reporter.cohort === cohort) return;
    response.appendHeader('set-cookie', tokens.cookieFor(cohort, reporter, isSecure(request)));
  },
});

interface PageRequest {
  readonly current: CurrentRelease;
  readonly path: string;
  readonly pages: ReturnType<typeof createPages>;
}

const sendPage = (request: IncomingMessage, response: ServerResponse, { current, path, pages }: PageRequest) => {
  const page = pages(current, path, sessionCookie.test(request.headers.cookie ?? ''));
  const encoding = acceptedForms(request.headers['accept-encoding'])[0]?.encoding;
  const body = encoding ? page[encoding] : page.html;
  response.writeHead(isPage(current.set, path) ? 200 : 404, {
    ...documentHeaders(request.headers['sec-fetch-site']),
    'content-type': 'text/html; charset=utf-8',
    'content-length': body.length,
    'content-security-policy': page.policy,
    'integrity-policy': integrityPolicy,
    'cache-control': 'no-store',
    vary: 'accept-encoding, sec-fetch-site',
    ...(isBehindLink(request.url) ? behindLink : {}),
    ...(encoding ? { 'content-encoding': encoding } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
};

/** Serves the page, the release set and the shell's own files, from the release that the browser gets. */
export const createDocuments = (sources: DocumentSources): Answer => {
  const { store, release, problem, pages, visitors, previews, mayDisable } = sources;
  const cookies = createCookies(sources);
  return async (request, response, path) => {
    const releases = release();
    if (!releases) {
      const why = problem() ? 'is not available right now. Please try again later.' : 'has no release yet.';
      sendText(response, 503, 'text/plain', `Atrium ${why}\n`);
      return;
    }
    const cohort = cookies.cohortOf(request, response, releases);
    // The shell's files are the same for everyone, so the visitor does not matter.
    const isCheck = path === '/release-set.json';
    const visitor =
      hasExtension.test(path) && !isCheck
        ? visitors.remembered(request, cohort)
        : await visitors.of(request, response, releases.signed, cohort, isCheck);
    const disabled = mayDisable ? disabledBy(request.headers.cookie) : [];
    const opened = previews.opened(request.headers.cookie, releases.signed);
    const current = releases.for({ cohort, visitor, disabled, previews: opened });
    if (path === '/release-set.json') {
      sendText(response, 200, 'application/json', current.text);
      return;
    }
    const file = path.slice(1);
    if (file !== 'index.html' && current.shellFiles.has(file)) {
      const root = store.files('shell', current.set.shell.version);
      const headers = { ...fixedHeaders, 'cache-control': 'no-cache' };
      if (!(await sendFile(request, response, { root, file }, headers))) notFound(response);
      return;
    }
    const redirect =
      (mayDisable ? disableAnswer(request, isSecure(request)) : undefined) ??
      previews.answer(request.url ?? '/', request.headers.cookie, releases.signed, isSecure(request));
    if (hasExtension.test(path) && file !== 'index.html') notFound(response);
    else if (redirect && 'refused' in redirect) sendText(response, 410, 'text/plain', `${redirect.refused}\n`);
    else if (redirect) {
      response.appendHeader('set-cookie', redirect.cookie);
      response.writeHead(303, { ...fixedHeaders, location: redirect.location, 'cache-control': 'no-store' });
      response.end();
    } else {
      cookies.giveToken(request, response, cohort);
      sendPage(request, response, { current, path, pages });
    }
  };
};
