import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeHost } from '../testing/fake-host.ts';
import type { MountProps } from './host.ts';
import { createRemoteKit, lazyPart } from './remote.ts';

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

const kit = createRemoteKit({
  name: 'mf-chat',
  exposes: {},
  routes: [],
  fills: [],
  dialogs: [],
  opens: [],
  emits: [],
  handles: [],
  calls: [],
});

const chunkError = () => Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError' });
const styleError = () => new Error('Loading CSS chunk 7 failed.\n(/assets/a.css)');
const found = { default: ({ name }: { name: string }) => <p>table of {name}</p> };

/** Mounts a module that shows the part, as the shell does. `failures` collects what reaches its boundary. */
const mount = async (load: () => Promise<typeof found>, Part = lazyPart(load)) => {
  const failures: unknown[] = [];
  const show = async (name: string) => {
    const domElement = document.body.appendChild(document.createElement('div'));
    const props: MountProps & { domElement: HTMLElement; mountParcel: () => void } = {
      name,
      host: createFakeHost(),
      instance: { remote: 'mf-chat', version: '1.0.0', expose: './screen' },
      input: {},
      onFailure: (error) => failures.push(error),
      domElement,
      mountParcel: () => {},
    };
    const module = kit.lifecycles(() => <Part name="rivers" />);
    await act(async () => {
      await module.bootstrap(props);
      void module.mount(props);
      await vi.advanceTimersByTimeAsync(1);
    });
  };
  await show('first');
  return { failures, again: () => show('second') };
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('code that loads is shown', async () => {
  await mount(() => Promise.resolve(found));
  expect(screen.getByText('table of rivers')).toBeDefined();
});

test.each([
  ['a script', chunkError],
  ['a stylesheet', styleError],
])('%s that did not load is requested twice more, unnoticed', async (_, error) => {
  const load = vi
    .fn<() => Promise<typeof found>>()
    .mockRejectedValueOnce(error())
    .mockRejectedValueOnce(error())
    .mockResolvedValue(found);
  const { failures } = await mount(load);
  await pass(400);
  expect(load).toHaveBeenCalledTimes(2);
  await pass(1600);
  expect(screen.getByText('table of rivers')).toBeDefined();
  expect(failures).toEqual([]);
});

test('code that never loads is a failure of the module, and its Retry shows the part once it loads', async () => {
  vi.mocked(console.error).mockImplementation(() => {});
  const load = vi.fn<() => Promise<typeof found>>().mockImplementation(() => Promise.reject(chunkError()));
  const { failures, again } = await mount(load);
  await pass(2000);
  expect(failures).toMatchObject([{ name: 'ChunkLoadError' }]);
  expect(load).toHaveBeenCalledTimes(3);
  load.mockResolvedValue(found);
  await again();
  expect(screen.getByText('table of rivers')).toBeDefined();
});

test('code that throws is not requested again: the result would be the same', async () => {
  vi.mocked(console.error).mockImplementation(() => {});
  const load = vi.fn<() => Promise<typeof found>>().mockRejectedValue(new TypeError('x is undefined'));
  const { failures } = await mount(load);
  await pass(2000);
  expect(failures).toMatchObject([{ message: 'x is undefined' }]);
  expect(load).toHaveBeenCalledOnce();
});
