import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost, testUser } from '@atrium/shared-kernel/testing/fake-host';
import { Unreachable } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import { chatId, storedMessage } from '../testing/replies.ts';
import { renderChat } from '../testing/screen.tsx';
import { ModelsDialog } from './models-dialog.tsx';

const models = [
  { id: 'fast', label: 'Fast', takes: ['pictures'], thinks: false, price: 1 },
  { id: 'thorough', label: 'Thorough', description: 'For hard questions', takes: [], thinks: true, price: 3 },
  ...['Amber', 'Basalt', 'Coral', 'Dune', 'Ember', 'Flint', 'Gravel'].map((label) => ({
    id: label.toLowerCase(),
    label,
    takes: [],
    thinks: false,
  })),
];

const show = (chosen?: string, research?: boolean) => {
  const host = createFakeHost();
  host.service.answer(calls.chat.listModels, () => ({ models, research: { models: ['thorough', 'coral'] } }));
  return {
    ...renderRemote(contract, <ModelsDialog />, { host, input: { chosen, research } }),
    press: userEvent.setup(),
  };
};
const field = () => screen.findByRole('combobox', { name: 'Search models' });
const words = (element: Element | null) => element?.textContent?.replaceAll('\u00A0', ' ');
const found = () => screen.queryAllByRole('option').map(words);
const activeOption = async () => document.getElementById((await field()).getAttribute('aria-activedescendant') ?? '');

describe('the search', () => {
  test('begins at the model in use, and finds others by name and by what they can do', async () => {
    const { press } = show('thorough');
    const search = await field();
    expect(document.activeElement).toBe(search);
    expect(found()).toHaveLength(9);
    expect(words(await activeOption())).toBe('ThoroughFor hard questions · Shows its thoughts · $$$In use');
    await press.keyboard('PICTURES fa');
    expect(found()).toEqual(['FastReads pictures · $']);
    expect(screen.getByText('1 model')).toBeDefined();
    await press.clear(await field());
    await press.keyboard('granite');
    expect(found()).toEqual([]);
    expect(screen.getByText('Nothing matches “granite”')).toBeDefined();
    await press.keyboard('{Enter}{ArrowDown}');
    expect(screen.getByText('Nothing matches “granite”')).toBeDefined();
  });

  test('finds only those that answer a research, for a research', async () => {
    show('thorough', true);
    await field();
    expect(found()).toEqual(['ThoroughFor hard questions · Shows its thoughts · $$$In use', 'Coral']);
  });

  test('chooses by the keys, round the ends of the list, and by a press', async () => {
    const { press, closed } = show('fast');
    await field();
    await press.keyboard('{ArrowUp}');
    expect(words(await activeOption())).toBe('Gravel');
    await press.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(closed).toEqual([{ model: 'thorough' }]);
    await press.click(screen.getByRole('option', { name: 'Coral' }));
    expect(closed.at(-1)).toEqual({ model: 'coral' });
  });

  test('says why it has no models, and tries again', async () => {
    const host = createFakeHost();
    let fails = true;
    host.service.answer(calls.chat.listModels, () => {
      if (fails) throw new Unreachable();
      return { models };
    });
    renderRemote(contract, <ModelsDialog />, { host, input: {} });
    const again = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.getByText('Couldn’t load the models.')).toBeDefined();
    fails = false;
    await userEvent.click(again);
    expect(await field()).toBeDefined();
  });
});

describe('with more than eight models', () => {
  const render = (more: Parameters<typeof renderChat>[0] = {}) =>
    renderChat({
      user: testUser({ models: true }),
      ...more,
      prepare: (host) => {
        host.service.answer(calls.chat.listModels, () => ({ models }));
        host.dialogResult = { model: 'coral' };
      },
    });

  test('the composer opens the search, and uses the chosen model', async () => {
    const { host } = render();
    const press = userEvent.setup();
    await press.click(await screen.findByRole('button', { name: 'Model: Fast' }));
    expect(host.dialogsOpened).toEqual([{ dialog: 'chat.models', props: { chosen: 'fast', research: false } }]);
    expect(await screen.findByRole('button', { name: 'Model: Coral' })).toBeDefined();
  });

  test('an answer is regenerated with the model that was found', async () => {
    const { host } = render({ path: `/?chat=${chatId}`, messages: [storedMessage({ modal: 'Fast', model: 'fast' })] });
    await userEvent.click(await screen.findByRole('button', { name: 'Regenerate with another model' }));
    await waitFor(() =>
      expect(host.service.requests.filter(({ call }) => call === 'chat.streamReply')).toMatchObject([
        { input: { model: 'coral' } },
      ]),
    );
  });
});
