import type { PinnedSet } from '../release/deployable.ts';
import { claimsOf, foreignClaims, ownersOf } from '../release/ownership.ts';
import type { ReleaseRecord } from '../release/record.ts';
import type { DialogDef } from '@atrium/shared-kernel/contracts/define';
import * as dialogs from '@atrium/shared-kernel/contracts/dialogs';
import type { ContractSuite, Stage } from '@atrium/shared-kernel/testing/contract-suite';
import { exampleOf } from '@atrium/shared-kernel/testing/example';
import { expect } from 'playwright/test';
import * as z from 'zod/mini';
import { conversation, sendAll } from './conversation.ts';
import { dialogSelector, expectDrawn, isOfShell, leftBehind, routeSelector, slotSelector } from './selectors.ts';
import { probePath } from './probe.ts';
import type { Proof } from './proof.ts';

const quickly = { intervals: [20, 50, 100, 250] };
const expectNothingLeft = ({ page, remote }: Stage) => expect.poll(() => leftBehind(page, remote), quickly).toEqual([]);
const leave = async (stage: Stage) => {
  await stage.go(probePath);
  await expectNothingLeft(stage);
};

/** Props that its contract allows, where the suite gives none: as recorded, which the first releases did not. */
const propsOf = ({ contract }: ReleaseRecord, name: string): object => {
  const recorded = contract.supplies.find((one) => one.name === name)?.props;
  if (recorded) return exampleOf(recorded, false) as object;
  const known = Object.values(dialogs).flatMap((owner): DialogDef[] => Object.values(owner));
  const props = known.find((one) => one.name === name)?.props();
  return props ? (exampleOf(z.toJSONSchema(props, { io: 'input', unrepresentable: 'any' }), false) as object) : {};
};

/** What a remote is composed with. */
export type Composed = Pick<PinnedSet, 'shell' | 'remotes' | 'owners'>;

/**
 * What every remote has to prove in a shell, from its recorded contract alone: each route, dialog and slot is drawn, is
 * told what the others of the set say, stands, and leaves nothing behind; and the others stand what it says.
 */
export const proveRemote = async (
  { stage, check }: Proof,
  record: ReleaseRecord,
  set: Composed,
  { addresses = {}, leadsOn = {}, props }: Omit<ContractSuite, 'steps'>,
): Promise<void> => {
  const { page, go, open } = stage;
  const { toIt, fromIt } = conversation(record, set);
  const stands = async (where: string, selector: string) => {
    if (toIt.length > 0) await check(`stands what the others say, ${where}`, () => sendAll(stage, toIt, selector));
  };
  const surface = record.release?.contract ?? { routes: [], dialogs: [], fills: [] };
  await check('claims only what is its own', async () => {
    expect(foreignClaims(claimsOf(record), ownersOf([...set.remotes, record].flatMap(claimsOf), set.owners))).toEqual(
      [],
    );
  });
  await check('leaves nothing of its own steps behind', () => leave(stage));

  for (const { path } of surface.routes) {
    const then = leadsOn[path];
    await check(then ? `leads from ${path} to ${then}` : `draws ${path}`, async () => {
      await go(addresses[path] ?? path);
      if (then) await expect(page).toHaveURL(({ pathname }) => pathname === then);
      await expectDrawn(page, routeSelector);
      expect(new URL(page.url()).pathname).toBe(then ?? path);
    });
    await stands(`at ${path}`, routeSelector);
    await check(`leaves nothing of ${path} behind`, () => leave(stage));
  }

  const given = surface.dialogs.length > 0 ? ((await props?.(stage)) ?? {}) : {};
  for (const { dialog } of surface.dialogs) {
    await check(`draws the dialog ${dialog}`, async () => {
      await open(dialog, given[dialog] ?? propsOf(record, dialog));
      await expectDrawn(page, dialogSelector);
    });
    await stands(`in the dialog ${dialog}`, dialogSelector);
    await check(`leaves nothing of the dialog ${dialog} behind`, async () => {
      await page.goBack();
      await expectNothingLeft(stage);
    });
  }

  const selectors = surface.fills
    .filter(({ slot }) => isOfShell(slot))
    .map(({ slot }) => ({ slot, selector: slotSelector(slot) }));
  const drawSlots = (when: string) =>
    check(`draws ${selectors.map(({ slot }) => slot).join(' and ')}${when}`, async () => {
      await go('/');
      for (const { selector } of selectors) await expectDrawn(page, selector);
    });
  if (selectors.length > 0) {
    await drawSlots('');
    for (const { slot, selector } of selectors) await stands(`in ${slot}`, selector);
    await check('leaves nothing of its slots behind', () => leave(stage));
    await drawSlots(' again');
  }
  if (fromIt.length > 0)
    await check('says what the others understand', async () => {
      await go('/');
      await expectDrawn(page, routeSelector);
      await sendAll(stage, fromIt, routeSelector);
    });
};
