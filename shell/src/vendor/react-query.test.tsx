import * as calls from '@atrium/shared-kernel/contracts/calls';
import { defineRemote } from '@atrium/shared-kernel/contracts/define';
import { createRemoteKit, mountedQueries } from '@atrium/shared-kernel/remote';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { useMutation, useQuery } from './react-query.ts';

const { lifecycles, useRemote: useHost } = createRemoteKit(
  defineRemote({
    name: 'mf-test',
    exposes: { './part': './src/part.tsx' },
    routes: [],
    fills: [],
    dialogs: [],
    opens: [],
    emits: [],
    handles: [],
    calls: [calls.session.ping],
  }),
);
const mountProps = (name: string, host = createFakeHost()) => ({
  host,
  name,
  instance: { remote: 'mf-test', version: '1.0.0', expose: './part' },
  input: {},
  domElement: document.body.appendChild(document.createElement('div')),
});

beforeEach(() => {
  // Remotes render outside of the test library's reach.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
});

test('a mount has a query cache of its own from its first query on, and it ends with the mount', async () => {
  const Reading = () => <p>{useQuery({ queryKey: ['word'], queryFn: () => 'read' }).data}</p>;
  const parts = [lifecycles(() => null), lifecycles(Reading), lifecycles(Reading)];
  const given = parts.map((_, at) => mountProps(`part-${at}`));
  const before = mountedQueries.size;
  await parts[0]!.mount(given[0]);
  expect(mountedQueries.size).toBe(before);
  await parts[1]!.mount(given[1]);
  await parts[2]!.mount(given[2]);
  await waitFor(() => expect(screen.getAllByText('read')).toHaveLength(2));
  expect(mountedQueries.size).toBe(before + 2);
  for (const [at, part] of parts.entries()) await part.unmount(given[at]);
  expect(mountedQueries.size).toBe(before);
});

const network = (state: 'offline' | 'online') => window.dispatchEvent(new Event(state));

test('what a mount has read is forgotten with it, at once: no timer keeps it', async () => {
  const started = new Set<unknown>();
  const [begin, end] = [globalThis.setTimeout, globalThis.clearTimeout];
  const begins = vi.spyOn(globalThis, 'setTimeout').mockImplementation((then: () => void, ms?: number) => {
    const timer = begin(then, ms);
    // As long as the library retains data that nothing reads.
    if (ms === 300_000) started.add(timer);
    return timer;
  });
  const ends = vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    started.delete(timer);
    end(timer);
  });
  const part = lifecycles(() => <p>{useQuery({ queryKey: ['word'], queryFn: () => 'read' }).data}</p>);
  const props = mountProps('part');
  await part.mount(props);
  await screen.findByText('read');
  await part.unmount(props);
  expect(begins).toHaveBeenCalled();
  expect(ends).toHaveBeenCalled();
  expect(started.size).toBe(0);
});

test('offline, calls of a component fail at once; what was read is read again with the network, what was sent is not', async () => {
  const host = createFakeHost();
  const ping = vi.fn<() => object>(() => {
    throw new Unreachable();
  });
  host.service.answer(calls.session.ping, ping);
  const Asking = () => {
    const { client } = useHost();
    const asked = useQuery({ queryKey: ['ping'], queryFn: () => client.call(calls.session.ping, {}) });
    const sent = useMutation({ mutationFn: () => client.call(calls.session.ping, {}) });
    return (
      <button type="button" onClick={() => sent.mutate()}>
        {asked.error?.message ?? asked.status} {sent.error?.message ?? sent.status}
      </button>
    );
  };
  const part = lifecycles(Asking);
  const props = mountProps('part', host);
  await part.mount(props);
  await screen.findByText('Error getting from api. idle');
  network('offline');
  await userEvent.click(screen.getByRole('button'));
  await screen.findByText('Error getting from api. Error getting from api.');
  expect(ping).toHaveBeenCalledTimes(2);
  ping.mockReturnValue({});
  network('online');
  await screen.findByText('success Error getting from api.');
  expect(ping).toHaveBeenCalledTimes(3);
  await part.unmount(props);
});
