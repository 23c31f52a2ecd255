import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import type { PinnedRelease } from '@atrium/shared-kernel/contracts/release-set';
import type { MountProps } from '@atrium/shared-kernel/remote';
import { useEffect } from 'react';
import { setMountMaxTime, setUnmountMaxTime } from 'single-spa';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Entering } from '../remotes/marks.ts';
import { createFailureReports, PhaseError, type RemoteFailure, type RemoteFault } from '../remotes/failure.ts';
import { createRemote } from '../remotes/remote.model.ts';
import { createStyles } from '../remotes/styles.ts';
import {
  componentModule,
  type FakeLoader,
  fakeLoader,
  never,
  noEntering,
  release,
  textModule,
} from '../testing/release.ts';
import { createModule } from './module.model.ts';
import { createRootParcel, type MountParcel } from './root-parcel.ts';

let mountParcel: MountParcel;
beforeAll(async () => {
  setMountMaxTime(16_000, true, 16_000);
  setUnmountMaxTime(16_000, true, 16_000);
  mountParcel = await createRootParcel();
});
beforeEach(() => {
  // Remotes render outside of the test library's reach.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  Object.assign(Reflect.get(globalThis, 'happyDOM').settings, { handleDisabledFileLoadingAsSuccess: true });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
  document.head.replaceChildren();
});

const pinned = (previous = false): PinnedRelease => ({
  ...release('mf-chat', '2.0.0'),
  ...(previous ? { previous: release('mf-chat', '1.0.0') } : {}),
});

const show = (loader: FakeLoader, of = pinned(), entering = noEntering) => {
  const failures: RemoteFailure[] = [];
  const faults: RemoteFault[] = [];
  const reports = createFailureReports(() => {});
  reports.failures$.subscribe((failure) => failures.push(failure));
  reports.faults$.subscribe((fault) => faults.push(fault));
  const styles = createStyles();
  const remote = createRemote(of, { loader, styles, reports, entering });
  const mountNext = (expose: string) => {
    const container = document.body.appendChild(document.createElement('div'));
    return {
      container,
      module: createModule({ host: createFakeHost(), mountParcel, styles }, { remote, expose, container }),
    };
  };
  return { ...mountNext('./chat-screen'), mountNext, failures, faults, remote, styles };
};
/** Lets React and single-spa finish pending work without the time of a budget passing. */
const soon = async () => {
  for (let turn = 0; turn < 5; turn++) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    await vi.advanceTimersByTimeAsync(5);
  }
};

describe('a module that works', () => {
  test('is shown in its slot', async () => {
    const { container, module } = show(fakeLoader(() => textModule('hello')));
    await soon();
    expect(container.textContent).toBe('hello');
    expect(module.state$.value).toMatchObject({ kind: 'shown', release: { version: '2.0.0' } });
  });

  test('leaves no element, style or parcel behind in 50 mounts', async () => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = '/assets/mf-chat/2.0.0/style.css';
    for (let cycle = 0; cycle < 50; cycle++) {
      const { container, module } = show(fakeLoader(() => componentModule('mf-chat', () => null)));
      if (cycle === 0) document.head.append(link);
      await soon();
      expect(module.state$.value.kind).toBe('shown');
      module.end();
      await soon();
      expect(container.childElementCount).toBe(0);
      container.remove();
    }
    expect(document.head.querySelector('link')).toBeNull();
    expect(document.body.childElementCount).toBe(0);
  });

  test.each([
    ['its unmount rejects', () => ({ ...textModule('hello'), unmount: () => Promise.reject(new Error('no end')) })],
    [
      'an effect throws as it ends',
      () =>
        componentModule('mf-chat', () => {
          useEffect(
            () => () => {
              throw new Error('no end');
            },
            [],
          );
          return null;
        }),
    ],
  ])('that is unmounted is removed, and reported if %s', async (_, make) => {
    const { container, module, faults, failures } = show(fakeLoader(make));
    await soon();
    module.end();
    await soon();
    expect([container.childElementCount, failures]).toEqual([0, []]);
    expect(faults).toEqual([
      { remote: 'mf-chat', version: '2.0.0', reason: expect.stringMatching(/^\.\/chat-screen threw: .*no end/) },
    ]);
  });

  test('gets what the environment sets of its release, and nothing where it sets nothing', async () => {
    const given: unknown[] = [];
    const module = {
      ...textModule('hello'),
      mount: (props: unknown) => Promise.resolve(void given.push((props as MountProps).configuration)),
    };
    show(
      fakeLoader(() => module),
      { ...pinned(), configuration: { pageSize: 5 } },
    );
    show(fakeLoader(() => module));
    await soon();
    expect(given).toEqual([{ pageSize: 5 }, undefined]);
  });

  test('that ends while it loads is never mounted', async () => {
    const loaded = Promise.withResolvers<ReturnType<typeof textModule>>();
    const { container, module } = show(fakeLoader(() => loaded.promise));
    await soon();
    module.end();
    loaded.resolve(textModule('late'));
    await soon();
    expect(container.childElementCount).toBe(0);
  });
});

describe('a module whose release hung the page before', () => {
  const hung = () => {
    const forgiven = new Set<string>();
    const entering: Entering = {
      enter({ version }) {
        if (version === '2.0.0' && !forgiven.has(version)) throw new PhaseError('mount', 'it hung', true, true);
        return () => {};
      },
      forgive: ({ version }) => void forgiven.add(version),
    };
    return entering;
  };

  test('is shown from the previous good version, and its code is not requested', async () => {
    const loader = fakeLoader(({ version }) => textModule(version));
    const { container, failures } = show(loader, pinned(true), hung());
    await soon();
    expect(container.textContent).toBe('1.0.0');
    expect(loader.entries).toEqual(['mf-chat@1.0.0']);
    expect(failures).toMatchObject([{ version: '2.0.0', phase: 'mount', cause: 'hang', recovered: true }]);
  });

  test('without a previous version has its panel, whose Retry runs it', async () => {
    const { container, module } = show(
      fakeLoader(({ version }) => textModule(version)),
      pinned(),
      hung(),
    );
    await soon();
    expect(module.state$.value).toMatchObject({ kind: 'failed', phase: 'mount' });
    module.retry();
    await soon();
    expect(container.textContent).toBe('2.0.0');
  });
});

test('stylesheets that a module waits for stay when another module of its release ends', async () => {
  const loaded = Promise.withResolvers<ReturnType<typeof textModule>>();
  const loader = fakeLoader((_, expose) => (expose === './late' ? loaded.promise : textModule('first')));
  const { container, module, remote, styles } = show(loader);
  await soon();
  const late = createModule({ host: createFakeHost(), mountParcel, styles }, { remote, expose: './late', container });
  await soon();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = '/assets/mf-chat/2.0.0/late.css';
  document.head.append(link);
  module.end();
  await soon();
  expect(link.isConnected).toBe(true);
  loaded.resolve(textModule('late'));
  await soon();
  expect(container.textContent).toBe('late');
  late.end();
  await soon();
  expect(link.isConnected).toBe(false);
});

describe('a module that loads slowly', () => {
  test('says so after four seconds, and is shown when it comes', async () => {
    const loaded = Promise.withResolvers<ReturnType<typeof textModule>>();
    const { container, module } = show(fakeLoader(() => loaded.promise));
    await vi.advanceTimersByTimeAsync(3999);
    expect(module.state$.value).toEqual({ kind: 'loading', slow: false });
    await vi.advanceTimersByTimeAsync(1);
    expect(module.state$.value).toEqual({ kind: 'loading', slow: true });
    loaded.resolve(textModule('late'));
    await soon();
    expect(container.textContent).toBe('late');
  });
});

describe('a module that fails', () => {
  test('as an entry that answers 404 is tried three times, then named with its phase', async () => {
    const loader = fakeLoader(
      () => textModule(''),
      () => Promise.reject(new Error('404')),
    );
    const { module, failures } = show(loader);
    await vi.advanceTimersByTimeAsync(2000);
    expect(loader.entries).toHaveLength(3);
    expect(module.state$.value).toEqual({ kind: 'failed', remote: 'mf-chat', version: '2.0.0', phase: 'entry' });
    expect(failures).toMatchObject([{ remote: 'mf-chat', version: '2.0.0', phase: 'entry', recovered: false }]);
  });

  test('as an entry that hangs is aborted after 15 seconds, without another try', async () => {
    const loader = fakeLoader(
      () => textModule(''),
      () => never(),
    );
    const { module } = show(loader);
    await vi.advanceTimersByTimeAsync(14_999);
    expect(module.state$.value).toEqual({ kind: 'loading', slow: true });
    await vi.advanceTimersByTimeAsync(1);
    expect(module.state$.value).toMatchObject({ kind: 'failed', phase: 'entry' });
    expect(loader.entries).toHaveLength(1);
  });

  test('as a chunk or stylesheet that hangs is aborted after 15 seconds', async () => {
    const { module } = show(fakeLoader(() => never()));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(module.state$.value).toMatchObject({ kind: 'failed', phase: 'expose' });
  });

  test('as a module that throws when it is loaded is named with the phase expose', async () => {
    const { module } = show(fakeLoader(() => Promise.reject(new Error('boom'))));
    await vi.advanceTimersByTimeAsync(2000);
    expect(module.state$.value).toMatchObject({ kind: 'failed', phase: 'expose' });
  });

  test('once is shown by a retry of its own', async () => {
    let tries = 0;
    const { container } = show(fakeLoader(() => (++tries < 3 ? Promise.reject(new Error('flaky')) : textModule('ok'))));
    await vi.advanceTimersByTimeAsync(2100);
    expect(container.textContent).toBe('ok');
  });

  test('as a mount that hangs leaves the page within 15 seconds', async () => {
    const { container, module } = show(fakeLoader(() => ({ ...textModule(''), mount: () => never<void>() })));
    await vi.advanceTimersByTimeAsync(15_100);
    expect(module.state$.value).toMatchObject({ kind: 'failed', phase: 'mount' });
    expect(container.childElementCount).toBe(0);
  });

  test('in its first render is named with the phase render, and its neighbour stays', async () => {
    const neighbour = show(fakeLoader(() => componentModule('mf-chat', () => 'fine' as never)));
    const broken = show(
      fakeLoader(() =>
        componentModule('mf-chat', () => {
          throw new Error('render');
        }),
      ),
    );
    vi.mocked(console.error).mockImplementation(() => {});
    await soon();
    expect(broken.module.state$.value).toMatchObject({ kind: 'failed', phase: 'render' });
    expect(broken.container.childElementCount).toBe(0);
    expect(neighbour.container.textContent).toBe('fine');
  });

  test('is restored by Retry', async () => {
    let works = false;
    const loader = fakeLoader(() => (works ? textModule('back') : Promise.reject(new Error('down'))));
    const { container, module } = show(loader);
    await vi.advanceTimersByTimeAsync(2100);
    expect(module.state$.value.kind).toBe('failed');
    works = true;
    module.retry();
    await soon();
    expect(container.textContent).toBe('back');
  });

  test('is restored by the Retry of another module of its remote; a working one is untouched', async () => {
    let works = false;
    const { module, mountNext } = show(
      fakeLoader((_, expose) =>
        works || expose === './fine' ? textModule(`back ${expose}`) : Promise.reject(new Error('down')),
      ),
    );
    const other = mountNext('./memory-bar');
    const fine = mountNext('./fine');
    await vi.advanceTimersByTimeAsync(2100);
    expect(other.module.state$.value.kind).toBe('failed');
    const element = fine.container.firstChild;
    const ended = mountNext('./ended');
    ended.module.end();
    works = true;
    module.retry();
    await soon();
    expect(other.container.textContent).toBe('back ./memory-bar');
    expect(fine.container.firstChild).toBe(element);
    expect(ended.container.textContent).toBe('');
  });
});

describe('a remote with a previous good version', () => {
  const previousWorks = (broken: () => ReturnType<typeof textModule> | Promise<never>) =>
    fakeLoader((of) => (of.version === '1.0.0' ? textModule('previous') : broken()));

  test('falls back to it when its module cannot be loaded, and reports that', async () => {
    const { container, failures } = show(
      previousWorks(() => Promise.reject(new Error('gone'))),
      pinned(true),
    );
    await vi.advanceTimersByTimeAsync(2100);
    expect(container.textContent).toBe('previous');
    expect(failures).toMatchObject([{ version: '2.0.0', phase: 'expose', recovered: true }]);
  });

  test('falls back to it when its mount hangs', async () => {
    const { container } = show(
      previousWorks(() => ({ ...textModule(''), mount: () => never<void>() })),
      pinned(true),
    );
    await vi.advanceTimersByTimeAsync(15_100);
    expect(container.textContent).toBe('previous');
    expect(container.childElementCount).toBe(1);
  });

  test('falls back to it when it throws in render', async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    const broken = componentModule('mf-chat', () => {
      throw new Error('render');
    });
    const { container, remote } = show(
      previousWorks(() => broken),
      pinned(true),
    );
    await soon();
    expect(container.textContent).toBe('previous');
    expect(remote.current.version).toBe('1.0.0');
  });

  test('names the pinned version where both fail', async () => {
    const { module, failures } = show(
      fakeLoader(() => Promise.reject(new Error('down'))),
      pinned(true),
    );
    await vi.advanceTimersByTimeAsync(5000);
    expect(module.state$.value).toMatchObject({ kind: 'failed', version: '2.0.0', phase: 'expose' });
    expect(failures.map(({ version, recovered }) => [version, recovered])).toEqual([
      ['2.0.0', true],
      ['1.0.0', false],
    ]);
  });
});
