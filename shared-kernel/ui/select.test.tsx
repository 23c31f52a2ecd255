import '@testing-library/jest-dom/vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Select } from './select.tsx';

const options = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ value: `${at}`, label: `Option ${at}` }));
const control = () => screen.getByRole('combobox', { name: 'Country' });

test('A select shows its value and gives the chosen one', async () => {
  const change = vi.fn<(value: string) => void>();
  render(<Select label="Country" options={options(3)} value="1" onChange={change} />);
  expect(control()).toHaveDisplayValue('Option 1');
  await userEvent.selectOptions(control(), 'Option 2');
  expect(change).toHaveBeenCalledWith('2');
});

test('A select without a value shows its placeholder, which cannot be chosen', () => {
  render(
    <Select
      label="Country"
      options={options(3)}
      value={undefined}
      onChange={vi.fn<(value: string) => void>()}
      placeholder="Choose…"
    />,
  );
  expect(control()).toHaveDisplayValue('Choose…');
  expect(screen.getAllByRole('option').map((option) => option.textContent)).not.toContain('Choose…');
});

test('A select announces its error', () => {
  render(
    <Select
      label="Country"
      options={options(3)}
      value="0"
      onChange={vi.fn<(value: string) => void>()}
      error="Choose a country."
    />,
  );
  expect(control()).toHaveAccessibleDescription('Choose a country.');
  expect(control()).toBeInvalid();
});

test('The list scrolls above 10 options and not before', () => {
  const { rerender } = render(
    <Select label="Country" options={options(10)} value="0" onChange={vi.fn<(value: string) => void>()} />,
  );
  expect(control()).not.toHaveAttribute('data-scrolls');
  rerender(<Select label="Country" options={options(11)} value="0" onChange={vi.fn<(value: string) => void>()} />);
  expect(control()).toHaveAttribute('data-scrolls');
});

test('A list that scrolls is at most 300 px high', () => {
  const css = readFileSync(join(import.meta.dirname, 'select.module.css'), 'utf8');
  const rule = /\.select\[data-scrolls\]::picker\(select\) \{([^}]*)\}/.exec(css)?.[1];
  expect(rule).toContain('max-height: 300px');
});
