import type { DialogDef, ModalSize } from '@atrium/shared-kernel/contracts/define';
import * as dialogs from '#contracts/dialogs';
import { screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { release } from '../testing/release.ts';
import { createTestShell, settle } from '../testing/shell-parts.tsx';
import { loadFrame, ModalStack } from './modal-stack.tsx';

beforeAll(loadFrame);
beforeEach(() => {
  // Remotes render outside of the test library's reach.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
});

const sizes: readonly ModalSize[] = ['none', 'fit', 'small', 'medium', 'large', 'ai'];

test.each(sizes)('a dialog may be of the size %s', async (size) => {
  const billing = release('mf-billing', '1.0.0', {
    dialogs: [{ dialog: 'billing.settings', title: 'Settings', size, expose: './settings' }],
  });
  const shell = await createTestShell({ remotes: [billing], path: '/' });
  shell.show(<ModalStack />);
  void shell.parts.modals.open(dialogs.billing.settings, {});
  await settle();
  expect(screen.getByRole('dialog', { name: 'Settings' }).dataset['size']).toBe(size);
});

test('every declared dialog is of one of the sizes', () => {
  const all = Object.values(dialogs).flatMap((owned): DialogDef[] => Object.values(owned));
  expect(all.length).toBeGreaterThan(15);
  expect(all.filter(({ size }) => !sizes.includes(size))).toEqual([]);
});
