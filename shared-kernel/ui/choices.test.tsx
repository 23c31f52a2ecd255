import '@testing-library/jest-dom/vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Checkbox } from './checkbox.tsx';
import { Radio, RadioGroup } from './radio-group.tsx';
import { Switch } from './switch.tsx';

test('A check box is checked by a click on its label and by Space', async () => {
  const change = vi.fn<(value: unknown) => void>();
  render(<Checkbox label="Remember me" onChange={change} />);
  await userEvent.click(screen.getByText('Remember me'));
  await userEvent.keyboard(' ');
  expect(change.mock.calls).toEqual([[true], [false]]);
});

test('The error of a check box describes it', () => {
  render(<Checkbox label="I accept" error="Please accept the terms." hint="Two pages" />);
  const box = screen.getByRole('checkbox', { name: 'I accept' });
  expect(box).toHaveAccessibleDescription('Please accept the terms. Two pages');
  expect(box).toBeInvalid();
});

const options = [
  { value: 'explorer', label: 'Explorer' },
  { value: 'serious', label: 'Serious' },
  { value: 'casual', label: 'Casual', disabled: true },
] as const;

const Personality = () => {
  const [value, setValue] = useState<'explorer' | 'serious' | 'casual'>();
  return <RadioGroup label="Personality" options={options} value={value} onChange={setValue} />;
};

test('A radio group has a name and one selected choice', async () => {
  render(<Personality />);
  expect(screen.getByRole('radiogroup', { name: 'Personality' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: 'Explorer' }));
  await userEvent.click(screen.getByRole('radio', { name: 'Serious' }));
  expect(screen.getByRole('radio', { name: 'Explorer' })).not.toBeChecked();
  expect(screen.getByRole('radio', { name: 'Serious' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'Casual' })).toBeDisabled();
});

test('A radio button that is laid out by itself looks and works as one of a group', async () => {
  const change = vi.fn<() => void>();
  render(
    <>
      <Personality />
      <Radio aria-label="Own" className="wide" onChange={change} />
    </>,
  );
  const own = screen.getByRole('radio', { name: 'Own' });
  expect(own).toHaveClass(...screen.getByRole('radio', { name: 'Serious' }).classList, 'wide');
  await userEvent.click(own);
  expect(change).toHaveBeenCalledTimes(1);
});

test('The error of a radio group is announced and describes the group', () => {
  render(
    <RadioGroup
      label="Source"
      options={options}
      value={undefined}
      onChange={vi.fn<(value: unknown) => void>()}
      error="Please select an option."
    />,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Please select an option.');
  expect(screen.getByRole('radiogroup')).toHaveAccessibleDescription('Please select an option.');
});

test('A switch shows its state and requests the other one', async () => {
  const change = vi.fn<(value: unknown) => void>();
  render(<Switch label="Memories" checked onChange={change} />);
  const control = screen.getByRole('switch', { name: 'Memories' });
  expect(control).toBeChecked();
  await userEvent.click(control);
  expect(change).toHaveBeenCalledWith(false);
});

test('A busy switch refuses further changes', async () => {
  const change = vi.fn<(value: unknown) => void>();
  render(<Switch label="Memories" checked={false} onChange={change} busy />);
  await userEvent.click(screen.getByRole('switch', { name: 'Memories' }));
  expect(change).not.toHaveBeenCalled();
});

test.each([
  ['checkbox', '.checkbox'],
  ['radio-group', '.text'],
])('A long email or name of a choice wraps, so that it widens no dialog: %s', (file, selector) => {
  const css = readFileSync(join(import.meta.dirname, `${file}.module.css`), 'utf8');
  const start = css.indexOf(`${selector} {`);
  expect(css.slice(start, css.indexOf('}', start))).toContain('overflow-wrap: anywhere;');
});
