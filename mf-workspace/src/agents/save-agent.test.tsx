import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { agentOf } from '../testing/chats.ts';
import { EditAgentDialog } from './edit-agent-dialog.tsx';

test('an agent is created once if the first answer is lost and it is saved again', async () => {
  const host = createFakeHost();
  host.service.answer(calls.agents.createEditAgent, () => {
    throw new Unreachable();
  });
  const { closed } = renderRemote(contract, <EditAgentDialog />, { host, input: {} });
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Pirate');
  await userEvent.type(screen.getByRole('textbox', { name: 'Instructions' }), 'Arr.');
  await save();
  await waitFor(() => expect(host.alertsShown).toHaveLength(1));
  host.service.answer(calls.agents.createEditAgent, ({ title }) => ({ flow: agentOf({ title }) }));
  await save();
  await waitFor(() => expect(closed).toHaveLength(1));
  const [first, second] = host.service.requests
    .filter(({ call }) => call === calls.agents.createEditAgent.name)
    .map(({ input }) => input);
  expect(first).toMatchObject({ title: 'Pirate', newFlowId: expect.stringMatching(/^[0-9a-f]{24}$/) });
  expect(second).toEqual(first);
});
