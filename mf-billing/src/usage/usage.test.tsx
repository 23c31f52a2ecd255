import * as calls from '@atrium/shared-kernel/contracts/calls';
import type { Infer } from '@atrium/shared-kernel/contracts/define';
import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { Failure, failureOf } from '@atrium/shared-kernel/testing/fake-service';
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

const none = { from: range.from, to: range.to, models: [], budgets: [] };
const model = (label: string, tokens: number, cost: number, estimated = false) => ({
  label,
  input: tokens,
  output: 100,
  cached: 40,
  thought: 7,
  cost,
  estimated,
  days: [{ day: '2026-11-21', tokens: tokens + 100, cost }],
});

const open = async (
  used = days,
  teams = [team, { ...team, _id: 'c'.repeat(24), name: 'Other', admin: false }],
  teamId?: string,
  byModel: Infer<typeof calls.usage.getModelUsage.output> = none,
) => {
  const host = createFakeHost();
  host.service.answer(calls.teams.listTeams, () => ({ teams }));
  host.service.answer(calls.usage.getUsage, ({ teamId }) => ({
    ...range,
    days: teamId === undefined ? used : [{ ...days[0]!, messages: 40 }],
  }));
  host.service.answer(calls.usage.getModelUsage, () => byModel);
  host.service.answer(calls.usage.setBudget, () => ({}));
  renderRemote(contract, <UsageTab teamId={teamId} />, { host });
  await screen.findByLabelText('Total');
  const total = (name: string) =>
    within(screen.getByLabelText('Total')).getByText(name).nextElementSibling?.textContent;
  return { host, total, press: userEvent.setup() };
};

describe('the usage tab', () => {
  test('sums up usage and plots it by day', async () => {
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

  test('plots the chosen metric', async () => {
    const { press } = await open();
    await press.click(screen.getByRole('radio', { name: 'Tokens' }));
    expect(screen.getByRole('img', { name: 'Tokens by day: 4,000 in total, at most 2,500 a day' })).toBeTruthy();
    await press.click(screen.getByRole('radio', { name: 'Research' }));
    expect(screen.getByText('No usage in this period.')).toBeTruthy();
  });

  test('shows the same numbers in a table, newest day first', async () => {
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

  test('shows the usage of the teams that the user is an admin of', async () => {
    const { press, host } = await open();
    const whose = await screen.findByRole('combobox', { name: 'Usage of' });
    expect(
      within(whose)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['You', 'Atlas']);
    await press.selectOptions(whose, 'Atlas');
    expect(await screen.findByRole('img', { name: /^Messages by day: 40 in total/ })).toBeTruthy();
    expect(host.service.requests).toContainEqual({ call: 'usage.getUsage', input: { teamId: team._id } });
  });

  test('starts with the requested team', async () => {
    const { total, host } = await open(days, [team], team._id);
    expect(total('Messages')).toBe('40');
    expect(await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Usage of' })).toHaveProperty(
      'value',
      team._id,
    );
    expect(host.service.requests.filter(({ call }) => call === 'usage.getUsage')).toHaveLength(1);
  });

  test('shows no team selection without teams, and says if there was no usage', async () => {
    await open([], []);
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(screen.getByText('No usage in this period.')).toBeTruthy();
    expect(screen.queryByText('Show as a table')).toBeNull();
  });

  test('can be retried after a failure', async () => {
    const host = createFakeHost();
    host.service.answer(calls.teams.listTeams, () => ({ teams: [] }));
    host.service.answer(calls.usage.getUsage, () => {
      throw new Failure(500, {});
    });
    host.service.answer(calls.usage.getModelUsage, () => none);
    renderRemote(contract, <UsageTab />, { host });
    expect(await screen.findByText('Couldn’t load your usage.')).toBeTruthy();
    host.service.answer(calls.usage.getUsage, () => ({ ...range, days }));
    await userEvent.setup().click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByLabelText('Total')).toBeTruthy();
  });
});

describe('model usage', () => {
  const used = { ...none, models: [model('Thorough', 2000, 1_250_000), model('Fast', 900, 4000, true)] };

  test('is plotted by day and model, with its tokens and cost as a table', async () => {
    await open(days, [], undefined, used);
    const plot = await screen.findByRole('img', { name: 'Cost by day and model: $1.25 in total, at most $1.25 a day' });
    expect(plot.querySelectorAll('g')).toHaveLength(30);
    expect(plot.querySelector('g:last-child title')?.textContent).toBe('Nov 21: $1.25\nThorough: $1.25\nFast: $0.004');
    const rows = within(screen.getByRole('region', { name: 'Tokens and cost by model' })).getAllByRole('row');
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Model', 'Input', 'Cached', 'Output', 'Thinking', 'Cost'],
      ['Thorough', '2K', '40', '100', '7', '$1.25'],
      ['Fast', '900', '40', '100', '7', '≈ $0.004'],
    ]);
    expect(screen.getByText(/Some of it is estimated/)).toBeTruthy();
  });

  test('plots tokens if no model has a price, and groups many models into four parts', async () => {
    const models = ['A', 'B', 'C', 'D', 'E', 'F'].map((label) => model(label, 900, 0));
    await open(days, [], undefined, { ...none, models });
    await screen.findByRole('img', { name: 'Tokens by day and model: 6,000 in total, at most 6,000 a day' });
    const names = within(screen.getByRole('list', { name: 'Models in the plot' })).getAllByRole('listitem');
    expect(names.map(({ textContent }) => textContent)).toEqual(['A', 'B', 'C', 'Other models']);
  });

  test('shows the used part of a budget and when it resets', async () => {
    const budgets = [{ scope: 'person' as const, limit: 20_000_000, spent: 5_500_000, resets: '2026-12-01' }];
    await open(days, [], undefined, { ...none, budgets });
    expect(await screen.findByText('$5.50 of $20.00 this month. Resets on Dec 1.')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Your budget' }).getAttribute('value')).toBe('28');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('can be retried if it failed to load, without losing the days', async () => {
    const { host, press } = await open();
    host.service.answer(calls.usage.getModelUsage, () => {
      throw new Failure(500, {});
    });
    expect(await screen.findByText('No model was used in this period.')).toBeTruthy();
    await press.selectOptions(screen.getByRole('combobox', { name: 'Usage of' }), 'Atlas');
    expect(await screen.findByText('Couldn’t load your usage by model.')).toBeTruthy();
    expect(screen.getByLabelText('Total')).toBeTruthy();
    host.service.answer(calls.usage.getModelUsage, () => used);
    await press.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('img', { name: /^Cost by day and model/ })).toBeTruthy();
  });

  test('of a team’s members is shown beside their budgets, which its admin sets and ends', async () => {
    const members = [
      { _id: 'd'.repeat(24), name: 'Ada Lovelace', tokens: 12_000, cost: 2_000_000, budget: 5 },
      { name: 'Bob Left', tokens: 10, cost: 0 },
      { tokens: 5, cost: 0 },
    ];
    const { host, press } = await open(days, [team], team._id, { ...used, members });
    const list = await screen.findByRole('list', { name: 'Members' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      expect.stringMatching(/^Ada Lovelace12K tokens, \$2\.00/),
      'Bob Left (left the team)10 tokens',
      'Deleted account5 tokens',
    ]);
    const field = screen.getByRole('textbox', { name: 'Budget of Ada Lovelace' });
    expect(field).toHaveProperty('value', '5');
    await press.clear(field);
    await press.type(field, 'lots{Enter}');
    expect(await screen.findByText('Enter an amount in US dollars, or nothing for no budget.')).toBeTruthy();
    for (const wrong of ['0x10', '1e3', '+5', '-5', '$', '1,00,000']) {
      await press.clear(field);
      expect(screen.queryByText(/^Enter an amount/)).toBeNull();
      await press.type(field, `${wrong}{Enter}`);
      expect(await screen.findByText(/^Enter an amount/)).toBeTruthy();
    }
    const requested = () =>
      host.service.requests.filter(({ call }) => call === 'usage.setBudget').map(({ input }) => input);
    expect(requested()).toEqual([]);
    await press.clear(field);
    await press.keyboard('{Enter}');
    await press.type(screen.getByRole('textbox', { name: 'Whole team' }), ' 12,5{Enter}');
    await expect.poll(requested).toEqual([
      { teamId: team._id, memberId: 'd'.repeat(24) },
      { teamId: team._id, dollars: 12.5 },
    ]);
  });

  test('says why an amount is not taken, and takes dollar signs and thousands', async () => {
    const { host, press } = await open(days, [team], team._id, { ...used, members: [] });
    const field = await screen.findByRole('textbox', { name: 'Whole team' });
    const enter = async (text: string) => {
      await press.clear(field);
      await press.type(field, `${text}{Enter}`);
    };
    // Nobody knows whether the first two are one dollar or a thousand.
    for (const [typed, reason] of [
      ['1,000', '1,000 has two meanings. Write 1000 or 1.000.'],
      ['$1,000', '1,000 has two meanings. Write 1000 or 1.000.'],
      ['2000000', 'Enter at most $1,000,000.'],
      ['2,000,000', 'Enter at most $1,000,000.'],
    ] as const) {
      await enter(typed);
      expect(await screen.findByText(reason)).toBeTruthy();
    }
    const requested = () =>
      host.service.requests.flatMap(({ call, input }) => (call === 'usage.setBudget' ? [input] : []));
    expect(requested()).toEqual([]);
    const amounts = [500, 1000.5, 1_000_000];
    for (const [at, typed] of ['$500', '$ 1,000.50', '1,000,000'].entries()) {
      await enter(typed);
      await expect.poll(requested).toHaveLength(at + 1);
    }
    expect(requested()).toEqual(amounts.map((dollars) => ({ teamId: team._id, dollars })));
  });

  test('of a large team is shown by pages, and a member is found by name', async () => {
    const members = Array.from({ length: 120 }, (_, index) => ({
      _id: index.toString(16).padStart(24, '0'),
      name: `Person ${index + 1}`,
      tokens: 0,
      cost: 0,
      revision: 'none',
    }));
    const { host, press } = await open(days, [team], team._id, {
      ...used,
      members: [...members, { tokens: 5, cost: 0 }],
    });
    const rows = () => within(screen.getByRole('list', { name: 'Members' })).getAllByRole('listitem');
    const field = (number: number) => screen.getByRole('textbox', { name: `Budget of Person ${number}` });
    const filter = await screen.findByRole('searchbox', { name: 'Filter members' });
    expect(rows()).toHaveLength(50);
    await press.click(screen.getByRole('button', { name: 'Show 50 more of 71' }));
    expect(rows()).toHaveLength(100);
    expect(document.activeElement).toBe(field(51));
    await press.type(filter, 'deleted');
    expect(rows().map(({ textContent }) => textContent)).toEqual(['Deleted account5 tokens']);
    await press.clear(filter);
    await press.type(filter, '117');
    expect(rows()).toHaveLength(1);
    await press.type(field(117), '12');
    // An amount that is not saved yet stays in sight, and leaves with the filter once it is.
    await press.clear(filter);
    await press.type(filter, 'person 99');
    expect(rows()).toHaveLength(2);
    expect(field(117)).toHaveProperty('value', '12');
    host.service.answer(calls.usage.getModelUsage, () => ({
      ...used,
      members: members.map((one) => (one.name === 'Person 117' ? { ...one, budget: 12 } : one)),
    }));
    await press.type(field(117), '{Enter}');
    await expect.poll(() => rows().length).toBe(1);
    expect(host.service.requests.filter(({ call }) => call === 'usage.setBudget').map(({ input }) => input)).toEqual([
      { teamId: team._id, memberId: members[116]!._id, dollars: 12 },
    ]);
  });

  test('leaves an amount that was typed for one team out of another team with the same member', async () => {
    const ada = { _id: 'd'.repeat(24), name: 'Ada Lovelace', tokens: 1, cost: 0, budget: 5, revision: 'r1' };
    const other = { ...team, _id: 'c'.repeat(24), name: 'Other' };
    const { press } = await open(days, [team, other], team._id, { ...used, members: [ada] });
    const whose = screen.getByRole('combobox', { name: 'Usage of' });
    const field = () => screen.findByRole('textbox', { name: 'Budget of Ada Lovelace' });
    await field();
    // Both are read once, so that the list stays as the team changes.
    await press.selectOptions(whose, 'Other');
    await field();
    await press.selectOptions(whose, 'Atlas');
    await press.clear(await field());
    await press.type(await field(), '500');
    await press.selectOptions(whose, 'Other');
    expect(await field()).toHaveProperty('value', '5');
  });

  test('keeps the typed amount if another admin was first, and lets the user decide which applies', async () => {
    const { host, press } = await open(days, [team], team._id, {
      ...used,
      members: [],
      budget: 5,
      budgetRevision: 'a',
    });
    let now = { budget: 5, budgetRevision: 'a' };
    host.service.answer(calls.usage.getModelUsage, () => ({ ...used, members: [], ...now }));
    host.service.answer(calls.usage.setBudget, ({ dollars = 0 }) => {
      if (host.service.requests.at(-1)?.basedOn !== `"${now.budgetRevision}"`)
        throw failureOf('stale', { revision: 'b' });
      now = { budget: dollars, budgetRevision: `of ${dollars}` };
      return {};
    });
    const field = await screen.findByRole('textbox', { name: 'Whole team' });
    now = { budget: 8, budgetRevision: 'b' };
    await press.clear(field);
    await press.type(field, '20{Enter}');
    expect(await screen.findByText('Another admin changed this budget to $8.00 in the meantime.')).toBeTruthy();
    expect(field).toHaveProperty('value', '20');
    await press.type(field, '{Enter}');
    expect(now.budget).toBe(8);
    await press.click(screen.getByRole('button', { name: 'Keep mine' }));
    await press.keyboard('{Enter}');
    await expect.poll(() => now.budget).toBe(20);
    // A second change follows the first one without a conflict.
    await press.clear(field);
    await press.type(field, '21{Enter}');
    await expect.poll(() => now.budget).toBe(21);
    expect(screen.queryByText(/in the meantime/)).toBeNull();
    expect(host.alertsShown).toEqual([]);
  });

  test('reports a conflict even if the current value cannot be read', async () => {
    const { host, press } = await open(days, [team], team._id, { ...used, members: [], budget: 5 });
    const field = await screen.findByRole('textbox', { name: 'Whole team' });
    host.service.answer(calls.usage.getModelUsage, () => {
      throw new Failure(500, {});
    });
    host.service.answer(calls.usage.setBudget, () => {
      throw failureOf('stale', { revision: 'b' });
    });
    await press.clear(field);
    await press.type(field, '20{Enter}');
    await expect.poll(() => host.alertsShown).toHaveLength(1);
    expect(field).toHaveProperty('value', '20');
  });

  test('follows another admin’s changes if nothing was typed', async () => {
    const members = [{ _id: 'd'.repeat(24), name: 'Ada Lovelace', tokens: 0, cost: 0 }];
    const { host, press } = await open(days, [team], team._id, { ...used, members, budget: 5 });
    const field = await screen.findByRole('textbox', { name: 'Whole team' });
    host.service.answer(calls.usage.getModelUsage, () => ({ ...used, members, budget: 8 }));
    await press.type(screen.getByRole('textbox', { name: 'Budget of Ada Lovelace' }), '1{Enter}');
    await expect.poll(() => field).toHaveProperty('value', '8');
    expect(screen.queryByText(/to \$8\.00 in the meantime/)).toBeNull();
  });
});
