import { createFakeHost } from '@atrium/shared-kernel/testing/fake-host';
import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { PrivacyDialog } from './privacy-dialog.tsx';
import { PrivacyPage } from './privacy-page.tsx';
import { TermsDialog } from './terms-dialog.tsx';
import { TermsPage } from './terms-page.tsx';

test.each([
  ['terms of service', <TermsDialog key="terms" />, 'Paid plans', /The price, what it covers and how often you pay/],
  ['privacy notice', <PrivacyDialog key="privacy" />, 'Your rights', /ask the operator for a copy of your data/],
])('the %s is read in sections, and closed', (_, dialog, heading, text) => {
  const { closed } = renderRemote(contract, dialog);
  const found = screen.getByRole('heading', { level: 3, name: heading });
  expect(found.nextElementSibling?.textContent).toMatch(text);
  expect(screen.getAllByRole('heading', { level: 3 }).length).toBeGreaterThan(5);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(closed).toHaveLength(1);
});

test.each([
  ['Terms of service', '/terms', <TermsPage key="terms" />, 'Paid plans'],
  ['Privacy notice', '/privacy', <PrivacyPage key="privacy" />, 'Your rights'],
])('%s has an address of its own, %s, which a visitor reads', (title, path, page, heading) => {
  const host = createFakeHost({ user: null, path });
  renderRemote(contract, page, { host });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  expect(screen.getByRole('heading', { level: 2, name: heading })).toBeTruthy();
  expect(contract.routes.find((route) => route.path === path)?.title).toBe(title);
});
