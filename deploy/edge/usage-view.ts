import type { ServiceUsage } from '../release/service-health.ts';

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const money = (micros: number) => dollars.format(micros / 1_000_000);
const integer = (value: number) => value.toLocaleString('en-US');
const percent = (part: number, of: number) => (of > 0 ? `${Math.round((part / of) * 100)} %` : '–');

type Totals = ServiceUsage['days'][number];
export const usageColumns = ['', 'Uses', 'Input tokens', 'From cache', 'Output tokens', 'Cost', 'Estimated'] as const;

const row = ({ name, uses, estimated, input, cached, output, cost }: Totals): string =>
  `<tr>${[
    name,
    integer(uses),
    integer(input),
    percent(cached, input),
    integer(output),
    money(cost),
    percent(estimated, uses),
  ]
    .map((cell) => `<td>${escaped(cell)}</td>`)
    .join('')}</tr>`;

const table = (column: string, rows: readonly Totals[]): string =>
  `<h3>By ${column.toLowerCase()}</h3>
<div class="wide" role="region" aria-label="Use by ${column.toLowerCase()}" tabindex="0"><table class="used">
<thead><tr>${[column, ...usageColumns.slice(1)].map((one) => `<th scope="col">${one}</th>`).join('')}</tr></thead>
<tbody>
${rows.map(row).join('\n')}
</tbody>
</table></div>`;

/** Usage of models in the last 30 days; empty if the service does not count it yet. */
export const usageSection = (usage: ServiceUsage | undefined): string => {
  if (!usage) return '';
  const { days, models, purposes, teams, budgets } = usage;
  if (days.length === 0) return '<h2>Models: use in the last 30 days</h2>\n<p>No use yet.</p>\n';
  const state = budgets.map(
    ({ model, limit, spent }) =>
      `<dt>${escaped(model)}</dt><dd>${money(spent)} of ${money(limit)}${spent >= limit ? ' <b class="over">used up</b>' : ''}</dd>`,
  );
  return `<h2>Models: use in the last 30 days</h2>
${state.length > 0 ? `<h3>Budgets of models this month</h3>\n<dl>${state.join('')}</dl>\n` : ''}${table('Model', models)}
${table('Purpose', purposes)}
${table('Team', teams)}
${table('Day', days)}
`;
};
