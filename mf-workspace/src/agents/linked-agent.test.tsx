import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { failureOf } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { freshId } from '../testing/chats.ts';
import { EditAgentDialog } from './edit-agent-dialog.tsx';

test('the agent of a link is requested by the page, as its dialog asks for it', async () => {
  const sharedFrom = freshId();
  const host = createFakeHost();
  host.service.answer(calls.agents.getAgent, () => {
    throw failureOf('unknown-agent');
  });
  renderRemote(contract, <EditAgentDialog />, { host, input: { sharedFrom } });
  expect(await screen.findByText('This agent does not exist.')).toBeDefined();
  const first = contract.first['./left-bar'].find((one) => 'call' in one && one.call === calls.agents.getAgent);
  expect(first).toEqual({ call: calls.agents.getAgent, input: { flowId: { query: 'agent' }, look: 'true' } });
  // The page's answer is found by the URL, so the fields come in the same order.
  const [request] = host.service.requests.filter(({ call }) => call === calls.agents.getAgent.name);
  expect(JSON.stringify(request?.input)).toBe(JSON.stringify({ flowId: sharedFrom, look: 'true' }));
});
