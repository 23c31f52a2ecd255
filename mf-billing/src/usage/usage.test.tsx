import * as calls from '@atrium/shared-kernel/contracts/calls';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Failure } from '@atrium/shared-kernel/testing/fake-service';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import contract from '../../contract.ts';
import UsageTab from './usage-tab.tsx';

const team = { _id: 'b'.repeat(24), name: 'Atlas', admin: true };
const days = [
  { day: '2026-11-20', messages: 3, tokens: 1500, images: 1, research: 0 },
  { day: '2026-11-21', messages: 5, tokens: 2500, images: 0, research: 0 },
];
const range = { from: '2026-10-23', to: '2026-11-21' };

const open = async (
  used = days,
  teams = [team, { ...team, _id: 'c'.repeat(24), name: 'Other', admin: false }],
  teamId?: string,
) => {
  const host = createFakeHost();
  host.service.answer(calls.teams.listTeams, () => ({ teams }));
  host.service.answer(calls.usage.getUsage, ({ teamId }) => ({
    ...range,
    days: teamId === undefined ? used : [{ ...days[0]!, messages: 40 }],
  }));
  renderRemote(contract, <UsageTab teamId={teamId} />, { host });
  await screen.findByLabelText('Total');
  const total = (name: string) =>
    within(screen.getByLabelText('Total')).getByText(name).nextElementSibling?.textContent;
  return { host, total, press: userEvent.setup() };
};

describe('the tab of usage', () => {
  test('adds up what was used and plots it by day', async () => {
    const { total } = await open();
    expect(['Messages', 'Tokens', 'Images', 'Research'].map(total)).toEqual(['8', '4K', '1', '0']);
    const plot = screen.getByRole('img', { name: 'Messages by day: 8 in total, at most 5 a day' });
    const bars = [...plot.querySelectorAll('g')];
    expect(bars).toHaveLength(30);
    expect(bars.at(-1)?.querySelector('title')?.textContent).toBe('Nov 21: 5');
    expect(bars.map((bar) => bar.querySelectorAll('rect')[1]?.getAttribute('height')).slice(-3)).toEqual([
      '0',
      '60',
      '100',
    ]);
  });

  test('plots another number when that is chosen', async () => {
    const { press } = await open();
    await press.click(screen.getByRole('radio', { name: 'Tokens' }));
    expect(screen.getByRole('img', { name: 'Tokens by day: 4,000 in total, at most 2,500 a day' })).toBeTruthy();
    await press.click(screen.getByRole('radio', { name: 'Research' }));
    expect(screen.getByText('No usage in this period.')).toBeTruthy();
  });

  test('has the same numbers as a table, the newest day first', async () => {
    await open();
    const rows = within(screen.getByRole('region', { name: 'Usage by day', hidden: true })).getAllByRole('row', {
      hidden: true,
    });
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Day', 'Messages', 'Tokens', 'Images', 'Research'],
      ['Nov 21', '5', '2,500', '0', '0'],
      ['Nov 20', '3', '1,500', '1', '0'],
    ]);
  });

  test('shows the use of the teams that one is an admin of', async () => {
    const { press, host } = await open();
    const whose = await screen.findByRole('combobox', { name: 'Usage of' });
    expect(
      within(whose)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['You', 'Atlas']);
    await press.selectOptions(whose, 'Atlas');
    expect(await screen.findByRole('img', { name: /^Messages by day: 40 in total/ })).toBeTruthy();
    expect(host.service.requests.at(-1)).toEqual({ call: 'usage.getUsage', input: { teamId: team._id } });
  });

  test('begins with the team that was asked for', async () => {
    const { total, host } = await open(days, [team], team._id);
    expect(total('Messages')).toBe('40');
    expect(await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Usage of' })).toHaveProperty(
      'value',
      team._id,
    );
    expect(host.service.requests.filter(({ call }) => call === 'usage.getUsage')).toHaveLength(1);
  });

  test('asks nobody whose it is where there is no such team, and says where there was no use', async () => {
    await open([], []);
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.getByText('No usage in this period.')).toBeTruthy();
    expect(screen.queryByText('Show as a table')).toBeNull();
  });

  test('can be asked for again where it failed', async () => {
    const host = createFakeHost();
    host.service.answer(calls.teams.listTeams, () => ({ teams: [] }));
    host.service.answer(calls.usage.getUsage, () => {
      throw new Failure(500, {});
    });
    renderRemote(contract, <UsageTab />, { host });
    expect(await screen.findByText('Couldn’t load your usage.')).toBeTruthy();
    host.service.answer(calls.usage.getUsage, () => ({ ...range, days }));
    await userEvent.setup().click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByLabelText('Total')).toBeTruthy();
  });
});
