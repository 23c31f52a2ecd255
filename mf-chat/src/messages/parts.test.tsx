import { useBehavior } from '@atrium/shared-kernel/remote';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { BehaviorSubject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { type LiveMessage, fromPrompt } from '../reply/reply.ts';
import { AssistantFile } from './assistant-file.tsx';
import { AssistantMessage } from './assistant-message.tsx';
import { Citations } from '../links/citations.tsx';
import { Thoughts } from './thoughts.tsx';

describe('thoughts', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('are typed at a character per ms, the next one 1.5 s later', () => {
    const { container } = render(<Thoughts thoughts={['a'.repeat(160), 'Second thought']} thinking />);
    const typed = () => container.querySelector('p')?.textContent;
    act(() => {
      vi.advanceTimersByTime(80);
    });
    expect(typed()).toBe('a'.repeat(80));
    act(() => {
      vi.advanceTimersByTime(80 + 1488);
    });
    expect(typed()).toBe('a'.repeat(160));
    act(() => {
      vi.advanceTimersByTime(48);
    });
    expect(typed()).toMatch(/^Second/);
  });

  test('cannot be entered by the Tab key while they are typed', () => {
    const { container } = renderRemote(contract, <Thoughts thoughts={['```\nlet a = 1\n```\n\nThen.']} thinking />);
    act(() => {
      vi.advanceTimersByTime(80);
    });
    expect(container.querySelector('pre')?.closest('[inert]')).not.toBeNull();
    expect(container.querySelector('[inert]')?.textContent).toContain('Then.');
  });

  test('unfold as a list, and fold again', () => {
    render(<Thoughts thoughts={['One', 'Two']} thinking={false} />);
    expect(screen.queryByRole('list')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show Thinking', expanded: false }));
    expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['One', 'Two']);
    fireEvent.click(screen.getByRole('button', { name: 'Hide Thinking', expanded: true }));
    expect(screen.queryByRole('list')).toBeNull();
  });
});

test('an answer that has started shows that it continues, until it ends', () => {
  vi.useFakeTimers();
  try {
    const message$ = new BehaviorSubject<LiveMessage>({ ...fromPrompt('Hi', 'key', new Date(0)), content: 'So' });
    const Growing = () => <AssistantMessage message={useBehavior(message$)} title="" />;
    const { container } = renderRemote(contract, <Growing />);
    const after = (ms: number, change?: Partial<LiveMessage>) => {
      if (change) act(() => message$.next({ ...message$.value, ...change }));
      act(() => {
        vi.advanceTimersByTime(ms);
      });
      return container.querySelector('p[aria-hidden] > span') !== null;
    };
    expect([after(1000), after(1000, { content: 'So be' }), after(500)]).toEqual([false, false, true]);
    expect([after(0, { content: 'So be it.' }), after(1500)]).toEqual([false, true]);
    expect(after(2000, { pending: false, streaming: false })).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

describe('citations', () => {
  test('are a folded list of safe links, in the order of the answer, that open apart', () => {
    const { container } = render(
      <Citations urls={['https://a.test/x', 'javascript:alert(1)', 'https://b.test', 'https://a.test/x']} />,
    );
    expect(container.querySelector('details')?.open).toBe(false);
    expect(screen.getByText('3 sources')).toBeDefined();
    const links = [...container.querySelectorAll('a')];
    expect(links.map((link) => link.href)).toEqual(['https://a.test/x', 'https://b.test/', 'https://a.test/x']);
    expect(links.map((link) => [link.target, link.rel])).toEqual(
      links.map(() => ['_blank', 'noopener noreferrer nofollow']),
    );
    // The number of an answer's mark counts a URL that is not shown, too.
    expect(links.map((link) => link.textContent)).toEqual([
      expect.stringMatching(/^1a\.test/),
      expect.stringMatching(/^3b\.test/),
      expect.stringMatching(/^4a\.test/),
    ]);
    expect(container.querySelector('img')).toBeNull();
  });

  test('show the icons of their sites, through the product alone, once they are unfolded', () => {
    const { container } = render(<Citations urls={['https://www.a.test/x', 'https://b.test']} />);
    const list = container.querySelector('details');
    if (!list) throw new Error('No list.');
    act(() => {
      list.open = true;
    });
    fireEvent(list, new Event('toggle'));
    const icons = [...container.querySelectorAll('img')];
    expect(icons.map((icon) => icon.getAttribute('src'))).toEqual([
      '/api/favicon?domain=a.test&size=16',
      '/api/favicon?domain=b.test&size=16',
    ]);
    if (icons[0]) fireEvent.error(icons[0]);
    expect(container.querySelectorAll('img')).toHaveLength(1);
    expect(container.querySelectorAll('li svg')).toHaveLength(1);
  });

  test('are nothing where there are none', () => {
    expect(render(<Citations urls={['javascript:alert(1)']} />).container.textContent).toBe('');
  });
});

describe('what the assistant made', () => {
  const show = (url: string, type: string, name?: string) =>
    renderRemote(contract, <AssistantFile url={url} type={type} name={name} prompt="A red kite" />, {
      host: createFakeHost({}),
    }).container;

  test('is a document to download, by its name and kind', () => {
    const link = within(show('/objects/d/plan.md', 'text/markdown', 'Plan.md')).getByRole('link');
    expect(link.getAttribute('href')).toBe('/objects/d/plan.md');
    expect(link.getAttribute('download')).toBe('Plan.md');
    expect(link.textContent).toBe('Plan.mdMARKDOWN');
  });

  test('is called by its file where it has no name', () => {
    expect(within(show('/objects/d/my%20plan.md', 'text/markdown')).getByText('my plan.md')).toBeDefined();
    expect(within(show('/objects/d/100%.md', 'text/markdown')).getByText('100%.md')).toBeDefined();
  });

  test('is an image that opens over everything else', () => {
    const host = createFakeHost({});
    renderRemote(contract, <AssistantFile url="/objects/i.png" type="image" name={undefined} prompt="A red kite" />, {
      host,
    });
    fireEvent.click(screen.getByRole('button', { name: 'Zoom image: A red kite' }));
    expect(host.dialogsOpened).toEqual([{ dialog: 'chat.zoom', props: { url: '/objects/i.png', alt: 'A red kite' } }]);
  });

  test('is an image that is described by its prompt and can be downloaded', () => {
    const shown = within(show('/objects/u/picture.png?share=1', 'image'));
    expect(shown.getByRole('img').getAttribute('alt')).toBe('A red kite');
    const link = shown.getByRole<HTMLAnchorElement>('link', { name: 'Download' });
    expect([link.getAttribute('href'), link.download]).toEqual(['/objects/u/picture.png?share=1', 'picture.png']);
  });

  test('is an image of the product itself; nothing is loaded from elsewhere', () => {
    expect(within(show('/objects/i.png', 'image')).getByRole('img').getAttribute('src')).toBe('/objects/i.png');
    expect(show('https://elsewhere.test/i.png', 'image').querySelector('img')).toBeNull();
    expect(show('https://elsewhere.test/d.md', 'text/markdown').textContent).toBe('');
  });
});
