import { renderRemote } from '@atrium/shared-kernel/testing/render';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import contract from '../../contract.ts';
import { AuthPage } from './auth-page.tsx';

const show = (configuration?: object) => renderRemote(contract, <AuthPage title="Log in" />, { configuration });

test('every page shows the notice that the environment configures, as text', () => {
  show({ notice: 'Staging: data is deleted <b>every night</b>.' });
  expect(screen.getByRole('note').textContent).toBe('Staging: data is deleted <b>every night</b>.');
});

test('an environment that sets nothing has no notice', () => {
  show();
  expect(screen.queryByRole('note')).toBeNull();
});
