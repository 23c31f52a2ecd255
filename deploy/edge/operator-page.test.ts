import { createHash } from 'node:crypto';
import { followTheme } from '@atrium/shared-kernel/theme/follow-theme.ts';
import { describe, expect, it } from 'vitest';
import { operatorPage, operatorView, type OperatorView } from './operator-page.ts';
import type { SignedSet } from '../release/signed-set.ts';
import type { VitalCounts } from '../release/vitals.ts';
import { operatorPolicy } from './operator-style.ts';
import { timesOf } from './operator-times.ts';

const view: OperatorView = {
  environment: 'staging',
  set: 'set-1',
  serial: 7,
  expires: '2026-12-01T00:00:00.000Z',
  shell: { version: '1.0.0', previous: undefined },
  remotes: [{ name: 'mf-chat', served: [{ version: '2.0.0', percent: undefined, health: undefined }] }],
  times: [],
  service: undefined,
  help: [],
};
const release = (version: string) => ({ version });
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the page reads of a set
const set = {
  shell: { ...release('1.0.0'), name: 'shell' },
  remotes: [
    {
      ...release('2.0.0'),
      name: 'mf-chat',
      previous: release('1.9.0'),
      canary: { percent: 5, release: release('2.1.0') },
    },
    { ...release('1.0.0'), name: 'mf-auth' },
  ],
} as unknown as SignedSet;
const counted = (remote: string, version: string, metric: VitalCounts['metric'], bucket: number, visits: number) => ({
  remote,
  version,
  metric,
  hour: '2026-05-04T00:00:00.000Z',
  networks: -1,
  counts: [[bucket, visits]] as const,
});
const vitals = [
  counted('shell', '1.0.0', 'ttfb', 95, 40),
  counted('mf-chat', '2.0.0', 'inp', 90, 3000),
  counted('mf-chat', '2.1.0', 'inp', 95, 30),
  counted('mf-chat', '2.1.0', 'cls', 40, 30),
  counted('mf-chat', '1.9.0', 'inp', 90, 1),
  counted('mf-chat', '1.5.0', 'inp', 90, 7),
];
const within = (page: string, tag: string) => new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page)?.[1] ?? '';
const hash = (text: string) => createHash('sha256').update(text).digest('base64');

describe('the page of operators', () => {
  it('reports since when embeddings fail and why, and nothing while they work', () => {
    const service = { replies: 3, uptimeSeconds: 7200, databaseMs: 2 };
    const failing = { since: Date.UTC(2026, 10, 23, 9), why: 'The model answered <401>' };
    const page = operatorPage({ ...view, service: { ...service, embeddings: failing } });
    expect(page).toContain('Embeddings: failing since Nov 23, 2026, 9:00');
    expect(page).toContain('The model answered &#60;401&#62;');
    expect(operatorPage({ ...view, service })).not.toContain('Embeddings');
  });

  it('names remotes that nobody gets, or only some browsers', () => {
    const { remotes } = set;
    const [chat = {}, auth = {}] = remotes;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the page reads of a set
    const changed = {
      ...set,
      remotes: [
        { ...chat, disabled: true },
        { ...auth, share: 10 },
      ],
    } as unknown as SignedSet;
    const page = operatorPage({ ...view, remotes: operatorView(changed, undefined, []).remotes });
    const cells = [...page.matchAll(/<tr><td>(.*?)<\/td><td>(.*?)<\/td><td>(.*?)<\/td>/g)].map((one) =>
      one.slice(1, 4),
    );
    expect(cells.slice(0, 3)).toEqual([
      ['mf-chat (disabled)', '2.0.0', '95 %'],
      ['mf-chat canary (disabled)', '2.1.0', '5 %'],
      ['mf-auth', '1.0.0', '10 %'],
    ]);
  });

  it('has the tokens and the theme of the product, and a policy that allows just these', () => {
    const page = operatorPage(view);
    expect(within(page, 'style')).toContain('--color-surface-0: #f7f7f7');
    expect(within(page, 'script')).toBe(followTheme);
    for (const tag of ['style', 'script']) expect(operatorPolicy).toContain(`'sha256-${hash(within(page, tag))}'`);
  });

  it('labels each cell on a narrow screen, which shows no table head', () => {
    const page = operatorPage({ ...view, times: timesOf(set, vitals) });
    const tables = [...page.matchAll(/<table class="(\w+)">[^]*?<\/thead>/g)];
    expect(tables.map(([, table]) => table)).toEqual(['served', 'times']);
    for (const [head, table] of tables) {
      const names = [...head.matchAll(/<th scope="col">([^<]+)/g)].map(([, name]) => name);
      expect(names).toHaveLength(table === 'served' ? 9 : 7);
      for (const [at, name] of names.entries())
        expect(page).toContain(`.${table} td:nth-child(${at + 1})::before { content: '${name}'; }`);
    }
  });

  it('shows load times of each version, of a canary beside the others, and of the others beside the version before', () => {
    const page = operatorPage({ ...view, times: timesOf(set, vitals) });
    const table = /<table class="times">[^]*?<tbody>\n([^]*?)<\/tbody>/.exec(page)?.[1] ?? '';
    const rows = table
      .trim()
      .split('\n')
      .map((row) => row.replaceAll('</td>', '|').replaceAll(/<[^>]+>/g, ''));
    expect(rows).toEqual([
      'shell|1.0.0||||95 ms 40 visits||',
      'mf-chat|2.0.0||75 ms 3,000 visits, 0 %||||',
      'mf-chat canary|2.1.0||95 ms 30 visits, +27 %|0.001 30 visits|||',
      'mf-chat previous|1.9.0||75 ms 1 visit||||',
    ]);
    expect(table).toContain('<b class="over">+27 %</b>');
    expect(operatorPage(view)).toContain('<p>No visits yet.</p>');
  });

  it('reloads itself, and pauses for users who need more time', () => {
    expect(operatorPage(view)).toContain('<meta http-equiv="refresh" content="10">');
    expect(operatorPage(view)).toContain('<a href="/operator?paused">Pause updates</a>');
    expect(operatorPage(view, true)).not.toContain('http-equiv="refresh"');
  });

  it('lists messages to Contact Us as text, the newest first, with the address to reply to', () => {
    expect(operatorPage(view)).toContain('No messages yet.');
    const help = [
      {
        id: '2',
        date: '2026-11-23T05:06:00.000Z',
        text: 'Line one\n</p><script>alert(1)</script>',
        email: 'a"b@x.test',
      },
      { id: '1', date: '2026-11-22T05:06:00.000Z', text: '&amp; more' },
    ];
    const page = operatorPage({ ...view, help });
    const list = /<ul class="help"[^>]*>([^]*?)<\/ul>/.exec(page)?.[1] ?? '';
    expect(list.match(/<li>/g)).toHaveLength(2);
    expect(list).toContain(
      '<a href="mailto:a%22b%40x.test">a&#34;b@x.test</a>, <time datetime="2026-11-23T05:06:00.000Z">',
    );
    expect(list).toContain('Line one\n&#60;/p&#62;&#60;script&#62;alert(1)&#60;/script&#62;');
    expect(list.indexOf('Line one')).toBeLessThan(list.indexOf('A visitor, <time'));
    expect(list).toContain('&#38;amp; more');
  });

  it('sums what models used by model, purpose, team and day, with the part from the cache and the state of budgets', () => {
    const sum = { uses: 1200, estimated: 300, input: 2_000_000, cached: 1_500_000, output: 10, cost: 3_250_000 };
    const usage = {
      days: [{ ...sum, name: '2026-11-23' }],
      models: [{ ...sum, name: 'fast' }],
      purposes: [{ ...sum, name: 'reply' }],
      teams: [{ ...sum, name: '<b>Atlas' }],
      budgets: [
        { model: 'fast', limit: 3_000_000, spent: 3_250_000 },
        { model: 'dear', limit: 3_000_000, spent: 1 },
      ],
    };
    const page = operatorPage({ ...view, usage });
    const figures = '<td>1,200</td><td>2,000,000</td><td>75 %</td><td>10</td><td>$3.25</td><td>25 %</td>';
    for (const name of ['2026-11-23', 'fast', 'reply', '&#60;b&#62;Atlas'])
      expect(page).toContain(`<tr><td>${name}</td>${figures}</tr>`);
    const first = [...page.matchAll(/<table class="used">\n<thead><tr><th scope="col">(\w+)<\/th>/g)];
    expect(first.map(([, column]) => column)).toEqual(['Model', 'Purpose', 'Team', 'Day']);
    expect(page).toContain('<dt>fast</dt><dd>$3.25 of $3.00 <b class="over">used up</b></dd>');
    expect(page).toContain('<dt>dear</dt><dd>$0.00 of $3.00</dd>');
    expect(operatorPage({ ...view, usage: { ...usage, days: [] } })).toContain('No use yet.');
    expect(operatorPage(view)).not.toContain('Models: use');
  });

  it('reports why models did not answer, the most frequent cause first', () => {
    const service = { replies: 3, uptimeSeconds: 7200, databaseMs: 2 };
    const pageWith = (failures: Record<string, number>) => operatorPage({ ...view, service: { ...service, failures } });
    expect(pageWith({ '<i>': 1, busy: 2 })).toContain('2: the model was busy; 1: &#60;i&#62;');
    expect(pageWith({})).toContain('none');
    // An older service does not count them.
    expect(operatorPage({ ...view, service })).toContain('none');
  });
});
