import type { IncomingMessage, ServerResponse } from 'node:http';
import { reportReleases } from '@atrium/shared-kernel/contracts/calls/health';
import { schemaFor } from '@atrium/shared-kernel/contracts/schema';
import type { EnvironmentSet } from '../release/release-set.ts';
import { canariesFor } from './cohort.ts';
import type { Releases } from './current-release.ts';
import { fixedHeaders } from './policy.ts';
import { type createProxy, reporterHeader } from './proxy.ts';
import type { Visitor } from '../release/rollout.ts';
import type { Visitors } from './visitors.ts';
import type { Reporter, ReportTokens } from './report-token.ts';

type Report = { readonly remote: string; readonly version: string };

export const reportPath = `/api${reportReleases.path}`;

/** Fifty reports with the longest reasons, even if each character is escaped. */
const maxBytes = 128 * 1024;

/** Whether a browser can have loaded a version: it is served now, and a canary only to browsers that are in it. */
const canHaveLoaded = (signed: EnvironmentSet, { cohort }: Reporter, visitor: Visitor) => {
  const chosen = canariesFor(signed, cohort, visitor);
  return ({ remote, version }: Report): boolean => {
    if (remote === 'shell') return [signed.shell.version, signed.shell.previous?.version].includes(version);
    const pinned = signed.remotes.find(({ name }) => name === remote);
    if (!pinned || (pinned.share !== undefined && !chosen.includes(remote))) return false;
    if (version === pinned.canary?.release.version) return chosen.includes(remote) || version === pinned.version;
    return [pinned.version, pinned.previous?.version].includes(version);
  };
};

const read = async (request: IncomingMessage): Promise<string | undefined> => {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

interface Options {
  readonly tokens: ReportTokens;
  readonly release: () => Releases | undefined;
  readonly proxy: ReturnType<typeof createProxy>;
  readonly visitors: Pick<Visitors, 'remembered'>;
}

/**
 * Forwards a browser's reports on versions if it has a token of this environment and can have loaded them. The service
 * counts them by the token's name. Everything else gets the same response as an accepted report: a page could not fix
 * it, and an attacker learns nothing.
 */
export const createReports = ({ tokens, release, proxy, visitors }: Options) => {
  const answer = (response: ServerResponse, status: number, body: object) => {
    response.writeHead(status, {
      ...fixedHeaders,
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...(status === 413 ? { connection: 'close' } : {}),
    });
    response.end(JSON.stringify(body));
  };
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const reporter = tokens.read(request.headers.cookie);
    const signed = release()?.signed;
    const loadedBy = (set: EnvironmentSet, by: Reporter) =>
      canHaveLoaded(set, by, visitors.remembered(request, by.cohort));
    const text = await read(request).catch(() => undefined);
    if (text === undefined) {
      if (!response.destroyed) answer(response, 413, { msg: 'There are too many reports at once.' });
      return;
    }
    const given = schemaFor(reportReleases.input).safeParse(parsed(text));
    // The service refuses an invalid report with its own message.
    if (!given.success) proxy.passRead(request, response, { text });
    else {
      const reports = reporter && signed ? given.data.reports.filter(loadedBy(signed, reporter)) : [];
      if (reporter && reports.length > 0)
        proxy.passRead(request, response, {
          text: JSON.stringify({ reports }),
          headers: { [reporterHeader]: reporter.id },
        });
      else answer(response, 200, {});
    }
  };
};
