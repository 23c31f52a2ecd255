import { createHash } from 'node:crypto';
import { followTheme } from '@atrium/shared-kernel/theme/follow-theme.ts';
import { describe, expect, it } from 'vitest';
import { operatorPage, type OperatorView } from './operator-page.ts';
import { operatorPolicy } from './operator-style.ts';

const view: OperatorView = {
  environment: 'staging',
  set: 'set-1',
  serial: 7,
  expires: '2026-12-01T00:00:00.000Z',
  shell: { version: '1.0.0', previous: undefined },
  remotes: [{ name: 'mf-chat', served: [{ version: '2.0.0', percent: undefined, health: undefined }] }],
  service: undefined,
  help: [],
};
const within = (page: string, tag: string) => new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(page)?.[1] ?? '';
const hash = (text: string) => createHash('sha256').update(text).digest('base64');

describe('the page of operators', () => {
  it('has the tokens and the theme of the product, and a policy that allows just these', () => {
    const page = operatorPage(view);
    expect(within(page, 'style')).toContain('--color-surface-0: #f7f7f7');
    expect(within(page, 'script')).toBe(followTheme);
    for (const tag of ['style', 'script']) expect(operatorPolicy).toContain(`'sha256-${hash(within(page, tag))}'`);
  });

  it('names each cell where a narrow screen shows no head of the table', () => {
    const page = operatorPage(view);
    const names = [...page.matchAll(/<th scope="col">([^<]+)/g)].map(([, name]) => name);
    expect(names).toHaveLength(9);
    for (const [at, name] of names.entries())
      expect(page).toContain(`td:nth-child(${at + 1})::before { content: '${name}'; }`);
  });

  it('loads itself again, and stops for whoever needs more time', () => {
    expect(operatorPage(view)).toContain('<meta http-equiv="refresh" content="10">');
    expect(operatorPage(view)).toContain('<a href="/operator?paused">Pause updates</a>');
    expect(operatorPage(view, true)).not.toContain('http-equiv="refresh"');
  });

  it('lists what people wrote to Contact Us as text, the newest first, with the address to answer', () => {
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

  it('says why models did not answer, the most frequent cause first', () => {
    const service = { replies: 3, uptimeSeconds: 7200, databaseMs: 2 };
    const told = (failures: Record<string, number>) => operatorPage({ ...view, service: { ...service, failures } });
    expect(told({ '<i>': 1, busy: 2 })).toContain('2: the model was busy; 1: &#60;i&#62;');
    expect(told({})).toContain('none');
    // A service from before this does not count them.
    expect(operatorPage({ ...view, service })).toContain('none');
  });
});
