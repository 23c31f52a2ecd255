import { createHash, timingSafeEqual } from 'node:crypto';
import { followTheme } from '@atrium/shared-kernel/theme/follow-theme.ts';
import { columns, style, timeColumns } from './operator-style.ts';
import { flagsSection, type RolloutView } from './flags-view.ts';
import { type ReleaseTimes, timesOf } from './operator-times.ts';
import { usageSection } from './usage-view.ts';
import { usesSection } from './uses-picture.ts';
import type { UsesGraph } from '../release/uses-graph.ts';
import type { VersionHealth } from '../release/budget.ts';
import type { VitalCounts } from '../release/vitals.ts';
import type { SetProblem } from '../release/set-problem.ts';
import type { SignedSet } from '../release/signed-set.ts';
import type { HelpMessage, ServiceState, ServiceUsage } from '../release/service-health.ts';

/** One version of a remote that some browsers get now. */
interface Served {
  readonly version: string;
  /** Percentage of browsers, if not all get it. */
  readonly percent: number | undefined;
  readonly health: VersionHealth | undefined;
}

/** What operators see of an environment. */
export interface OperatorView {
  readonly environment: string;
  /** Why the newest set is not fully served. */
  readonly problem?: SetProblem;
  readonly set: string;
  readonly serial: number;
  /** When the set expires unless it is renewed, in ISO 8601. */
  readonly expires: string;
  readonly shell: { readonly version: string; readonly previous: string | undefined };
  readonly remotes: readonly {
    readonly name: string;
    readonly previous?: string;
    /** No browser gets it. */
    readonly disabled?: true;
    readonly served: readonly Served[];
  }[];
  /** Page timings of the last 7 days, for each version that is served or was served before. */
  readonly times: readonly ReleaseTimes[];
  /** Undefined if the service does not respond. */
  readonly service: ServiceState | undefined;
  /** Messages of Contact Us, the newest first. */
  readonly help: readonly HelpMessage[];
  /** Usage of models; absent if the service does not count it yet. */
  readonly usage?: ServiceUsage;
  /** Which remote uses what of which other one. */
  readonly uses?: UsesGraph;
  /** What only some users get. */
  readonly rollouts?: readonly RolloutView[];
  /** URL where operators make changes; this page only shows. */
  readonly changes?: string;
}

export const operatorView = (
  set: SignedSet,
  service: ServiceState | undefined,
  health: readonly VersionHealth[],
  help: readonly HelpMessage[] = [],
  vitals: readonly VitalCounts[] = [],
  uses?: UsesGraph,
): OperatorView => {
  const of = (remote: string, version: string) =>
    health.find((one) => one.remote === remote && one.version === version);
  return {
    environment: set.environment,
    set: set.id,
    serial: set.serial,
    expires: set.expires,
    shell: { version: set.shell.version, previous: set.shell.previous?.version },
    remotes: set.remotes.map(({ name, version, previous, canary, share, disabled }) => ({
      name,
      ...(disabled ? { disabled } : {}),
      ...(previous ? { previous: previous.version } : {}),
      served: [
        { version, percent: canary ? 100 - canary.percent : share, health: of(name, version) },
        ...(canary
          ? [
              {
                version: canary.release.version,
                percent: canary.percent,
                health: of(name, canary.release.version),
              },
            ]
          : []),
      ],
    })),
    times: timesOf(set, vitals),
    service,
    help,
    ...(uses ? { uses } : {}),
  };
};

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
const cells = (values: readonly (string | number)[]) =>
  values.map((value) => `<td>${escaped(String(value))}</td>`).join('');

const servedRow = (name: string, { version, percent, health }: Served, previous = '') =>
  `<tr>${cells([
    name,
    version,
    percent === undefined ? 'all' : `${percent} %`,
    previous,
    health?.browsers ?? 0,
    health?.loaded ?? 0,
    health?.failed ?? 0,
    health?.errors ?? 0,
    health?.reason ?? '',
  ])}</tr>`;

const visitsText = (visits: number) => `${visits.toLocaleString('en-US')} ${visits === 1 ? 'visit' : 'visits'}`;

const timeRow = ({ name, version, as, metrics }: ReleaseTimes) => {
  const times = metrics.map((one) => {
    if (!one) return '<td></td>';
    const change = one.change ? `, ${one.over ? `<b class="over">${one.change}</b>` : one.change}` : '';
    return `<td><span>${one.text} <small>${visitsText(one.visits)}${change}</small></span></td>`;
  });
  return `<tr>${cells([as ? `${name} ${as}` : name, version])}${times.join('')}</tr>`;
};

const timesTable = (times: readonly ReleaseTimes[]) =>
  times.length === 0
    ? '<p>No visits yet.</p>'
    : `<p class="about">75th percentile. A canary is compared with the version that the others get, that version with the one before.</p>
<div class="wide" role="region" aria-label="Page speed" tabindex="0"><table class="times">
<thead><tr>${timeColumns.map((one) => `<th scope="col">${one}</th>`).join('')}</tr></thead>
<tbody>
${times.map(timeRow).join('\n')}
</tbody>
</table></div>`;

/** What operators do about each cause. Other causes are shown by their name. */
const causes: Readonly<Record<string, string>> = {
  busy: 'the model was busy',
  refused: 'the provider refused the message',
  'too-long': 'the chat was too long for the model',
  unreachable: 'the model couldn’t be reached or stopped answering',
  misconfigured: 'address, key, name or balance of the model is wrong (see the log)',
};

const failuresText = (failures: Readonly<Record<string, number>> = {}): string => {
  const found = Object.entries(failures).toSorted(([, a], [, b]) => b - a);
  return found.length === 0 ? 'none' : found.map(([cause, count]) => `${count}: ${causes[cause] ?? cause}`).join('; ');
};

const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

const embeddingsText = (failing: ServiceState['embeddings']): string =>
  failing
    ? `<p role="alert"><b>Embeddings: failing since ${escaped(when.format(new Date(failing.since)))} UTC.</b> Long files are searched by words only. ${escaped(
        failing.why,
      )}<br>Check address, key and balance with “pnpm models check”.</p>`
    : '';

const serviceText = (service: ServiceState | undefined) =>
  service
    ? `<dl><dt>Running replies</dt><dd>${service.replies}</dd><dt>Uptime</dt><dd>${Math.floor(
        service.uptimeSeconds / 60,
      )} min</dd><dt>Failed replies, last 30 minutes</dt><dd>${escaped(
        failuresText(service.failures),
      )}</dd><dt>Database latency</dt><dd>${service.databaseMs} ms</dd></dl>${embeddingsText(service.embeddings)}`
    : '<p role="alert">The service isn’t responding.</p>';

const timeText = (iso: string) => `<time datetime="${escaped(iso)}">${escaped(when.format(new Date(iso)))} UTC</time>`;

/** User text is always shown as plain text. */
const helpItem = ({ date, text, email }: HelpMessage) => {
  const from = email === undefined ? 'A visitor' : escaped(email);
  const link = email === undefined ? from : `<a href="mailto:${escaped(encodeURIComponent(email))}">${from}</a>`;
  const time = timeText(date);
  return `<li><p>${link}, ${time}</p><p class="said" dir="auto">${escaped(text)}</p></li>`;
};

const helpText = (help: readonly HelpMessage[]) =>
  help.length === 0
    ? '<p>No messages yet.</p>'
    : `<ul class="help" aria-label="Contact Us">\n${help.map(helpItem).join('\n')}\n</ul>`;

const problemText = (problem: SetProblem) =>
  `<p role="alert"><b>${problem.headline}</b> ${escaped(problem.why)}<br>${escaped(problem.todo)}</p>`;

const frameOf = (environment: string, paused: boolean, content: string): string => `<!doctype html>
<html lang="en" data-theme="light">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${paused ? '' : '<meta http-equiv="refresh" content="10">'}
<title>${escaped(environment)} – Atrium</title><style>${style}</style><script>${followTheme}</script>
</head>
<body><main>
<h1>${escaped(environment)}</h1>
${content}
<p class="end">${
  paused
    ? 'Updates are paused. <a href="/operator">Resume updates</a>'
    : 'This page updates every ten seconds. <a href="/operator?paused">Pause updates</a>'
} · <a href="/api/reference">API reference</a></p>
</main></body>
</html>
`;

/** The page when no release set is served at all. */
export const unservedPage = (environment: string, problem: SetProblem, paused: boolean): string =>
  frameOf(environment, paused, problemText(problem));

/** The page as HTML. It reloads every ten seconds unless it is `paused`, for people who need longer to read. */
export const operatorPage = (view: OperatorView, paused = false): string => {
  const { environment, problem, set, serial, expires, shell, remotes, times, service, help, uses } = view;
  const rows = remotes.flatMap(({ name, previous, served, disabled }) =>
    served.map((one, at) =>
      servedRow(
        `${name}${at === 0 ? '' : ' canary'}${disabled ? ' (disabled)' : ''}`,
        one,
        at === 0 ? previous : undefined,
      ),
    ),
  );
  const shellText = `shell ${escaped(shell.version)}${shell.previous ? `, previously ${escaped(shell.previous)}` : ''}`;
  return frameOf(
    environment,
    paused,
    `${problem ? problemText(problem) : ''}
${view.changes ? `<p><a href="${escaped(view.changes)}">Make changes</a></p>\n` : ''}<p>Release set ${escaped(set)}, serial ${serial}, valid until ${timeText(expires)}, ${shellText}</p>
<h2>Service</h2>
${serviceText(service)}
<h2>Remotes: browsers in the last 30 minutes</h2>
<div class="wide" role="region" aria-label="Remotes" tabindex="0"><table class="served">
<thead><tr>${columns.map((one) => `<th scope="col">${one}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>
${usageSection(view.usage)}${flagsSection(view.rollouts ?? [])}<h2>Page speed: visits in the last 7 days</h2>
${timesTable(times)}
${uses ? `<h2>Who uses what</h2>\n${usesSection(uses)}\n` : ''}<h2>Contact Us: newest messages</h2>
${helpText(help)}`,
  );
};

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether a request carries the operators' key: HTTP Basic with any user name and the key as the password. */
export const isOperator = (key: string, authorization = ''): boolean => {
  const [, encoded = ''] = /^Basic (.+)$/i.exec(authorization) ?? [];
  const given = Buffer.from(encoded, 'base64').toString().split(/:(.*)/s)[1] ?? '';
  return timingSafeEqual(digest(given), digest(key));
};
