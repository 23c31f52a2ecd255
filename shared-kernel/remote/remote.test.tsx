import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as calls from '../contracts/calls.ts';
import { defineRemote } from '../contracts/define.ts';
import * as events from '../contracts/events.ts';
import * as slots from '../contracts/slots.ts';
import { createFakeHost } from '../testing/fake-host.ts';
import { renderRemote } from '../testing/render.tsx';
import { expectAct } from '../testing/setup.ts';
import type { MountProps } from './host.ts';
import { createRemoteKit, Link, useBehavior } from './remote.ts';

const contract = defineRemote({
  name: 'mf-test',
  exposes: { './part': './src/part.tsx' },
  routes: [],
  fills: [{ slot: slots.shell.main, expose: './part' }],
  dialogs: [],
  opens: [],
  emits: [],
  handles: [events.billing.settingsOpened],
  calls: [calls.session.ping],
});
const { lifecycles, useRemote: useHost } = createRemoteKit(contract);

const mountProps = (change: Partial<MountProps> = {}): MountProps & { domElement: HTMLElement } => ({
  host: createFakeHost(),
  name: 'part-1',
  instance: { remote: 'mf-test', version: '1.0.0', expose: './part' },
  input: {},
  domElement: document.body.appendChild(document.createElement('div')),
  ...change,
});

test('a call that fails names the remote that made it: its stack does not', async () => {
  const host = createFakeHost();
  host.service.answer(calls.session.ping, () => {
    throw new Error('broken');
  });
  let client!: Pick<ReturnType<typeof useHost>['client'], 'call'>;
  const Part = () => {
    ({ client } = useHost());
    return null;
  };
  renderRemote(contract, <Part />, { host });
  await expect(client.call(calls.session.ping, {})).rejects.toMatchObject({ name: 'CallError', caller: 'mf-test' });
});

describe('lifecycles of a component', () => {
  beforeEach(() => expectAct(false));

  const Greeting = () => <p>Hello {useBehavior(useHost().session.user$)?.firstName}</p>;

  test('mount shows it, unmount leaves nothing behind', async () => {
    const part = lifecycles(Greeting);
    const props = mountProps();
    await part.bootstrap(props);
    await part.mount(props);
    expect(screen.getByText('Hello Ada')).toBeDefined();
    await part.unmount(props);
    expect(props.domElement.textContent).toBe('');
  });

  test('two live instances do not mix', async () => {
    const part = lifecycles(Greeting);
    const [one, two] = [mountProps({ name: 'one' }), mountProps({ name: 'two' })];
    await Promise.all([part.mount(one), part.mount(two)]);
    await part.unmount(one);
    expect(one.domElement.textContent).toBe('');
    expect(two.domElement.textContent).toBe('Hello Ada');
    await part.unmount(two);
  });

  test('a render error ends the mount and is reported as such', async () => {
    vi.mocked(console.error).mockImplementation(() => undefined);
    const onFailure = vi.fn<NonNullable<MountProps['onFailure']>>();
    const Broken = () => {
      throw new Error('broken part');
    };
    const props = mountProps({ onFailure });
    const part = lifecycles(Broken);
    await part.mount(props);
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'broken part' }), 'render');
    await part.unmount(props);
  });

  test('subscriptions end with the mount', async () => {
    const host = createFakeHost();
    const seen: unknown[] = [];
    const Listening = () => {
      const { bus, scope } = useHost();
      if (!scope.signal.aborted) bus.on(events.billing.settingsOpened).subscribe((payload) => seen.push(payload));
      return null;
    };
    const part = lifecycles(Listening);
    const props = mountProps({ host });
    await part.mount(props);
    host.bus.emit(events.billing.settingsOpened, {});
    await part.unmount(props);
    host.bus.emit(events.billing.settingsOpened, {});
    expect(seen).toHaveLength(1);
  });
});

describe('view of the host', () => {
  test('refuses a call and an event that the contract does not declare', () => {
    const errors: string[] = [];
    const Sneaky = () => {
      const { client, bus } = useHost();
      try {
        void client.call(calls.auth.logout as never, {} as never);
      } catch (error) {
        errors.push(String(error));
      }
      try {
        bus.on(events.chat.created as never);
      } catch (error) {
        errors.push(String(error));
      }
      return null;
    };
    renderRemote(contract, <Sneaky />);
    expect(errors).toEqual([
      'Error: The contract does not declare the call auth.logout.',
      'Error: The contract does not declare the event chat.created.',
    ]);
  });
});

describe('link', () => {
  test('uses the router on a plain click, and stays a real link', async () => {
    const { host } = renderRemote(contract, <Link to="/team?x=1">Team</Link>);
    const link = screen.getByRole('link', { name: 'Team' });
    expect(link.getAttribute('href')).toBe('/team?x=1');
    await userEvent.click(link);
    expect(host.navigation.location$.value).toMatchObject({ pathname: '/team', search: '?x=1' });
  });

  test('leaves a click with a modifier to the browser', async () => {
    const { host } = renderRemote(contract, <Link to="/team">Team</Link>);
    const user = userEvent.setup();
    const stay = (event: Event) => event.preventDefault();
    document.addEventListener('click', stay);
    await user.keyboard('{Control>}');
    await user.click(screen.getByRole('link', { name: 'Team' }));
    document.removeEventListener('click', stay);
    expect(host.navigation.location$.value.pathname).toBe('/');
  });
});
