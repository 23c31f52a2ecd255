import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { agentOf } from '../testing/chats.ts';
import { EditAgentDialog } from './edit-agent-dialog.tsx';

const box = (name: string) => screen.findByRole<HTMLTextAreaElement>('textbox', { name });
const show = (input: object = {}, host = createFakeHost()) => {
  host.service.answer(calls.agents.createEditAgent, ({ title }) => ({ flow: agentOf({ title }) }));
  return renderRemote(contract, <EditAgentDialog />, { host, input });
};

test.each(['Cancel', 'Save'])(
  'text typed for a new agent stays when another one starts with texts: %s',
  async (name) => {
    const first = show();
    await userEvent.type(await box('Instructions'), 'Sing.');
    first.end();
    const other = show({ title: 'Poet', instruction: 'Rhyme.' }, first.host);
    await userEvent.type(await box('Instructions'), '!');
    await userEvent.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(other.closed).toHaveLength(1));
    other.end();
    show({}, first.host);
    expect((await box('Instructions')).value).toBe('Sing.');
  },
);

test('text typed for each of two agents that start with texts is restored', async () => {
  const [poet, bard] = ['Rhyme.', 'Sing.'].map((instruction) => ({ title: 'Poet', instruction }));
  const host = createFakeHost();
  for (const input of [poet, bard]) {
    const shown = show(input, host);
    await userEvent.type(await box('Instructions'), ' Softly.');
    shown.end();
  }
  const again = show(poet, host);
  expect((await box('Instructions')).value).toBe('Rhyme. Softly.');
  again.end();
  show(bard, host);
  expect((await box('Instructions')).value).toBe('Sing. Softly.');
});
