import { expect, test, vi } from 'vitest';
import { openTab } from './navigation.ts';

test('a tab that opens cannot reach the page that opened it', () => {
  const tab = { opener: window } as unknown as Window;
  const open = vi.fn(() => tab);
  expect(openTab({ open }, '/objects/paper')).toBe(true);
  expect(open).toHaveBeenCalledWith('/objects/paper', '_blank');
  expect(tab.opener).toBeNull();
});

test('a tab that the browser blocks is reported', () => {
  expect(openTab({ open: () => null }, '/objects/paper')).toBe(false);
});
