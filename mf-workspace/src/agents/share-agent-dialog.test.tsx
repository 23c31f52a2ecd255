import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import contract from '../../contract.ts';
import { agentOf } from '../testing/chats.ts';
import { ShareAgentDialog } from './share-agent-dialog.tsx';

type Host = ReturnType<typeof createFakeHost>;
const sent = (host: Host, call: { name: string }) =>
  host.service.requests.filter((one) => one.call === call.name).map(({ input }) => input);

describe('sharing an agent', () => {
  const agent = agentOf();
  const show = (shared = false, host = createFakeHost()) => {
    let now = shared;
    host.service.answer(calls.agents.getAgent, () => ({ ...agent, shared: now }));
    host.service.answer(calls.agents.shareAgent, ({ shared: next }) => {
      now = next;
      return {};
    });
    return renderRemote(contract, <ShareAgentDialog />, { host, input: { agentId: agent._id } });
  };

  test('opens it to everyone with the link, copies the link, and can be ended', async () => {
    const { host } = show();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Copy Link' }));
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'Copied to clipboard.', time: 3000 }]));
    expect(sent(host, calls.agents.shareAgent)).toEqual([{ flowId: agent._id, shared: true }]);
    await user.click(await screen.findByRole('button', { name: 'Stop sharing' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop sharing' })).toBeNull());
    expect(sent(host, calls.agents.shareAgent).at(-1)).toEqual({ flowId: agent._id, shared: false });
  });

  test('has email and a QR code behind More Options where the browser cannot share', async () => {
    const { host } = show();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'More Options' }));
    const email = await screen.findByRole('link', { name: 'Email' });
    expect(email.getAttribute('href')).toContain(encodeURIComponent(`http://atrium.test/?agent=${agent._id}`));
    expect(screen.getByRole('button', { name: 'QR Code' })).toBeTruthy();
    expect(sent(host, calls.agents.shareAgent)).toEqual([{ flowId: agent._id, shared: true }]);
  });

  test('has these where the browser refuses to share, too, without saying that it failed', async () => {
    const share = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    const { host } = show(false, createFakeHost({ share }));
    await userEvent.click(screen.getByRole('button', { name: 'More Options' }));
    expect(await screen.findByRole('link', { name: 'Email' })).toBeTruthy();
    expect(host.alertsShown).toEqual([]);
  });

  test('can only be ended after the plan’s end', async () => {
    const { host } = show(true, createFakeHost({ user: testUser({ subscriptionEndDate: undefined }) }));
    await userEvent.click(await screen.findByRole('button', { name: 'Stop sharing' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop sharing' })).toBeNull());
    expect(sent(host, calls.agents.shareAgent)).toEqual([{ flowId: agent._id, shared: false }]);
    for (const name of ['Copy Link', 'More Options']) expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.getByText('This agent isn’t shared. To share it, you need a plan.')).toBeTruthy();
  });

  test('says that copying failed where the clipboard refuses, and not that sharing did', async () => {
    const { host } = show();
    const user = userEvent.setup();
    for (const way of ['write', 'writeText'] as const)
      vi.spyOn(navigator.clipboard, way).mockRejectedValue(new Error('refused'));
    await user.click(screen.getByRole('button', { name: 'Copy Link' }));
    await waitFor(() => expect(host.alertsShown).toEqual([{ type: 'error', time: 5000, message: 'Failed to copy' }]));
    expect(await screen.findByRole('button', { name: 'Stop sharing' })).toBeTruthy();
  });

  test('says that it cannot tell whether the agent is shared, and offers to try again', async () => {
    const host = createFakeHost();
    host.service.answer(calls.agents.getAgent, () => {
      throw new Failure(500, {});
    });
    renderRemote(contract, <ShareAgentDialog />, { host, input: { agentId: agent._id } });
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.queryByRole('button', { name: 'Stop sharing' })).toBeNull();
    host.service.answer(calls.agents.getAgent, () => ({ ...agent, shared: true }));
    await userEvent.click(retry);
    expect(await screen.findByRole('button', { name: 'Stop sharing' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  test('does one thing at a time, so that what is said at the end is true', async () => {
    const { host } = show(true);
    const { promise, resolve } = Promise.withResolvers<void>();
    host.service.answer(calls.agents.shareAgent, async () => {
      await promise;
      return {};
    });
    const stop = await screen.findByRole('button', { name: 'Stop sharing' });
    await userEvent.click(screen.getByRole('button', { name: 'Copy Link' }));
    await userEvent.click(stop);
    await act(async () => resolve());
    await waitFor(() => expect(host.alertsShown).toMatchObject([{ message: 'Copied to clipboard.' }]));
    expect(sent(host, calls.agents.shareAgent)).toEqual([{ flowId: agent._id, shared: true }]);
  });

  test('says that it failed, for 5 s', async () => {
    const { host } = show();
    host.service.answer(calls.agents.shareAgent, () => {
      throw new Failure(500, {});
    });
    await userEvent.setup().click(screen.getByRole('button', { name: 'Copy Link' }));
    await waitFor(() =>
      expect(host.alertsShown).toEqual([{ type: 'error', time: 5000, message: 'Failed to share, please try again' }]),
    );
  });
});
