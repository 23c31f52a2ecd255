import '@testing-library/jest-dom/vitest';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Tabs } from './tabs.tsx';

const Settings = () => {
  const [value, setValue] = useState('personal');
  return (
    <Tabs
      label="Settings"
      value={value}
      onChange={setValue}
      tabs={[
        { value: 'personal', label: 'Personalization', content: 'How it speaks' },
        { value: 'account', label: 'Account', content: 'Who you are', disabled: true },
        { value: 'billing', label: 'Billing', content: <button type="button">Pay</button> },
      ]}
    />
  );
};
const selected = () => screen.getByRole('tab', { selected: true });

test('A click on a tab shows its panel and no other', async () => {
  render(<Settings />);
  expect(screen.getByRole('tabpanel', { name: 'Personalization' })).toHaveTextContent('How it speaks');
  await userEvent.click(screen.getByRole('tab', { name: 'Billing' }));
  expect(screen.getByRole('tabpanel', { name: 'Billing' })).toBeInTheDocument();
  expect(screen.getAllByRole('tabpanel')).toHaveLength(1);
});

test('Arrow keys, Home and End move through the tabs that can be selected, around the ends', async () => {
  render(<Settings />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  expect(selected()).toHaveTextContent('Billing');
  expect(selected()).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  expect(selected()).toHaveTextContent('Personalization');
  await userEvent.keyboard('{End}');
  expect(selected()).toHaveTextContent('Billing');
  await userEvent.keyboard('{Home}');
  expect(selected()).toHaveTextContent('Personalization');
});

test('Tab leaves the row of tabs for the panel', async () => {
  render(<Settings />);
  await userEvent.click(screen.getByRole('tab', { name: 'Billing' }));
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Pay' })).toHaveFocus();
});

test('A row that is narrower than its tabs shows the selected one, also the one it starts with', async () => {
  const measures = {
    offsetLeft: (tab: Element) => (tab.textContent === 'Billing' ? 300 : 0),
    offsetWidth: () => 80,
    clientWidth: () => 200,
  };
  for (const [name, measure] of Object.entries(measures))
    vi.spyOn(HTMLElement.prototype, name as 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
      return measure(this);
    });
  render(<Settings />);
  await userEvent.click(screen.getByRole('tab', { name: 'Billing' }));
  // Its middle, at 340, is in the middle of the 200 that are visible.
  expect(screen.getByRole('tablist').scrollLeft).toBe(240);
  vi.restoreAllMocks();
});

test('The tabs of a dialog have one height, so that choosing another one moves nothing', () => {
  const tabs = ['Team', 'Roles'].map((value) => ({ value, label: value, content: value }));
  const show = (height?: string) => (
    <Tabs label="Team" value="Team" onChange={vi.fn<() => void>()} tabs={tabs} dialogHeight={height} />
  );
  const { container, rerender } = render(show());
  const { className } = container.firstElementChild!;
  rerender(show('40rem'));
  const panel = container.firstElementChild as HTMLElement;
  expect(panel.style.height).toBe('40rem');
  expect(panel.className).not.toBe(className);
});
