import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { PrivacyDialog } from './privacy-dialog.tsx';
import { TermsDialog } from './terms-dialog.tsx';

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
