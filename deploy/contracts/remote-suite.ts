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

/**
 * Props that its contract allows, if the suite provides none. They come from the record; the first releases recorded
 * none.
 */
const propsOf = ({ contract }: ReleaseRecord, name: string): object => {
  const recorded = contract.supplies.find((one) => one.name === name)?.props;
  if (recorded) return exampleOf(recorded, false) as object;
  const known = Object.values(dialogs).flatMap((owner): DialogDef[] => Object.values(owner));
  const props = known.find((one) => one.name === name)?.props();
  return props ? (exampleOf(z.toJSONSchema(props, { io: 'input', unrepresentable: 'any' }), false) as object) : {};
};

/** What a remote is composed with. */
export type Composed = Pick<PinnedSet, 'shell' | 'remotes' | 'owners'>;

/** Checks of one remote, with the events that it and the others of the set send to each other. */
interface Proving extends Proof {
  readonly record: ReleaseRecord;
  readonly suite: Omit<ContractSuite, 'steps'>;
  readonly checkRendered: (where: string, selector: string) => Promise<void>;
}

type Surface = NonNullable<ReleaseRecord['release']>['contract'];

const proveRoutes = async (
  { stage, check, checkRendered, suite }: Proving,
  routes: Surface['routes'],
): Promise<void> => {
  const { addresses = {}, leadsOn, redirects = leadsOn ?? {} } = suite;
  for (const { path } of routes) {
    const then = redirects[path];
    await check(then ? `redirects from ${path} to ${then}` : `draws ${path}`, async () => {
      await stage.go(addresses[path] ?? path);
      if (then) await expect(stage.page).toHaveURL(({ pathname }) => pathname === then);
      await expectDrawn(stage.page, routeSelector);
      expect(new URL(stage.page.url()).pathname).toBe(then ?? path);
    });
    await checkRendered(`at ${path}`, routeSelector);
    await check(`leaves nothing of ${path} behind`, () => leave(stage));
  }
};

const proveDialogs = async (proving: Proving, declared: Surface['dialogs']): Promise<void> => {
  const { stage, check, checkRendered, suite, record } = proving;
  const given = declared.length > 0 ? ((await suite.props?.(stage)) ?? {}) : {};
  for (const { dialog } of declared) {
    await check(`draws the dialog ${dialog}`, async () => {
      await stage.open(dialog, given[dialog] ?? propsOf(record, dialog));
      await expectDrawn(stage.page, dialogSelector);
    });
    await checkRendered(`in the dialog ${dialog}`, dialogSelector);
    await check(`leaves nothing of the dialog ${dialog} behind`, async () => {
      await stage.page.goBack();
      await expectNothingLeft(stage);
    });
  }
};

const proveFills = async ({ stage, check, checkRendered }: Proving, fills: Surface['fills']): Promise<void> => {
  const selectors = fills
    .filter(({ slot }) => isOfShell(slot))
    .map(({ slot }) => ({ slot, selector: slotSelector(slot) }));
  if (selectors.length === 0) return;
  const drawSlots = (when: string) =>
    check(`draws ${selectors.map(({ slot }) => slot).join(' and ')}${when}`, async () => {
      await stage.go('/');
      for (const { selector } of selectors) await expectDrawn(stage.page, selector);
    });
  await drawSlots('');
  for (const { slot, selector } of selectors) await checkRendered(`in ${slot}`, selector);
  await check('leaves nothing of its slots behind', () => leave(stage));
  await drawSlots(' again');
};

/**
 * What every remote has to prove in a shell, derived from its recorded contract: each of its routes, dialogs and slots
 * is drawn, survives the events of others, and leaves nothing behind, and the others survive the events that it emits.
 */
export const proveRemote = async (
  proof: Proof,
  record: ReleaseRecord,
  set: Composed,
  suite: Omit<ContractSuite, 'steps'>,
): Promise<void> => {
  const { stage, check } = proof;
  const { toIt, fromIt } = conversation(record, set);
  const checkRendered = async (where: string, selector: string) => {
    if (toIt.length > 0)
      await check(`handles the events of the other remotes, ${where}`, () => sendAll(stage, toIt, selector));
  };
  const proving: Proving = { ...proof, record, suite, checkRendered };
  await check('claims only what it owns', async () => {
    expect(foreignClaims(claimsOf(record), ownersOf([...set.remotes, record].flatMap(claimsOf), set.owners))).toEqual(
      [],
    );
  });
  await check('leaves nothing of its own steps behind', () => leave(stage));
  const { routes, dialogs: declared, fills } = record.release?.contract ?? { routes: [], dialogs: [], fills: [] };
  await proveRoutes(proving, routes);
  await proveDialogs(proving, declared);
  await proveFills(proving, fills);
  if (fromIt.length > 0)
    await check('emits events that the other remotes accept', async () => {
      await stage.go('/');
      await expectDrawn(stage.page, routeSelector);
      await sendAll(stage, fromIt, routeSelector);
    });
};
