import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { usedContracts } from '../compiler/used-contracts.ts';
import { callTable } from '../contracts/call-table.ts';
import type { RemoteContract } from '../contracts/define.ts';
import { exposedIn } from '../contracts/exposed.ts';
import { ownerOfName, ownersOfRoute, slotFillers } from '../contracts/owners.ts';

const fillers: Readonly<Record<string, readonly string[]>> = slotFillers;

const namesOf = (items: readonly { readonly name: string }[]): string[] =>
  [...new Set(items.map(({ name }) => name))].toSorted();

/** The contract file, and the components that it exposes. */
const testSurface = (contract: RemoteContract, root: string) => {
  test('keeps the contract file to data of at most 80 lines', () => {
    const text = readFileSync(join(root, 'contract.ts'), 'utf8');
    expect(text.split('\n').length).toBeLessThanOrEqual(81);
    expect(text).not.toMatch(/from 'react/);
  });

  test('exposes and paints components that its files export', () => {
    expect(Object.keys(contract.exposes).length).toBeGreaterThan(0);
    const parts = [...Object.values(contract.exposes), ...Object.values(contract.paints ?? {})];
    for (const value of parts) {
      const { file, component = '' } = exposedIn(value);
      // The build mounts or renders it without props.
      expect(readFileSync(join(root, file), 'utf8'), file).toMatch(
        new RegExp(`^export const ${component} = \\(\\) =>`, 'm'),
      );
    }
  });

  test('shows every exposed module somewhere: a route, a slot or a dialog', () => {
    const shown = [...contract.routes, ...contract.fills, ...contract.dialogs].map((place) => place.expose);
    expect([...new Set(shown)].toSorted()).toEqual(Object.keys(contract.exposes).toSorted());
  });

  test('paints only what it exposes', () => {
    expect(Object.keys(contract.exposes)).toEqual(expect.arrayContaining(Object.keys(contract.paints ?? {})));
  });

  test('makes first calls only as modules that it exposes, and never to change anything', () => {
    for (const [expose, calls] of Object.entries(contract.first ?? {})) {
      expect(Object.keys(contract.exposes)).toContain(expose);
      for (const one of calls) expect(('call' in one ? one.call : one).method).toBe('GET');
    }
  });
};

/** Its configuration and its flags. */
const testOptions = (contract: RemoteContract) => {
  test('works without any configuration, and declares no secret as one: pages contain it for everybody', () => {
    if (!contract.configuration) return;
    const { defaults = {} } = contract.configuration;
    const schema = contract.configuration.schema();
    expect(schema.safeParse({})).toMatchObject({ success: true, data: {} });
    expect(schema.safeParse(defaults)).toMatchObject({ success: true, data: defaults });
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input' });
    expect(Object.keys(properties).filter((key) => /secret|password|token|credential|api_?key/i.test(key))).toEqual([]);
  });

  test('describes for each flag what it is for, and by which date it is removed', () => {
    for (const [name, { description, ends }] of Object.entries(contract.flags ?? {})) {
      expect(name).toMatch(/^[a-z][A-Za-z0-9]*$/);
      expect(description, name).toMatch(/\S/);
      expect(z.iso.date().safeParse(ends).success, `${name} ends ${ends}`).toBe(true);
    }
  });
};

/** The names that it uses, and their owners. */
const testOwnership = (contract: RemoteContract, root: string) => {
  test('emits, supplies, fills and shows only what it owns', () => {
    for (const event of contract.emits) expect(event.owner, event.name).toBe(contract.name);
    for (const { dialog } of contract.dialogs) expect(dialog.owner, dialog.name).toBe(contract.name);
    for (const { slot } of contract.fills.filter((fill) => !fill.slot.many))
      expect(fillers[slot.name], slot.name).toContain(contract.name);
    for (const { path } of contract.routes)
      expect(
        ownersOfRoute(path).filter((owner) => owner !== contract.name),
        path,
      ).toEqual([]);
  });

  test('shows, of slots that have many fillers, only its own, and reads the input only of those that it fills', () => {
    const own = contract.slots ?? [];
    for (const slot of own) expect([slot.owner, Boolean(slot.many)], slot.name).toEqual([contract.name, true]);
    const filled = namesOf(contract.fills.map(({ slot }) => slot));
    const used = usedContracts(root).slots;
    expect(used).toEqual(expect.arrayContaining(namesOf(own)));
    expect(used.filter((name) => !filled.includes(name))).toEqual(
      namesOf(own).filter((name) => !filled.includes(name)),
    );
  });

  test('names only calls of this kernel, and events, slots and dialogs by their owner', () => {
    for (const call of contract.calls) expect(callTable).toContain(call);
    const named = [
      ...(contract.slots ?? []),
      ...contract.fills.map(({ slot }) => slot),
      ...contract.emits,
      ...contract.handles,
      ...contract.opens,
      ...contract.dialogs.map(({ dialog }) => dialog),
    ];
    for (const { name, owner } of named) expect(ownerOfName(name) ?? owner, name).toBe(owner);
  });
};

/** What its sources use. */
const testSources = (contract: RemoteContract, root: string) => {
  test('declares exactly the events that its sources emit and handle', () => {
    // A remote may listen to its own events, because each of its dialogs is a separate mount.
    expect(namesOf([...contract.emits, ...contract.handles])).toEqual(usedContracts(root).events);
  });

  test('declares exactly the dialogs that its sources open and read the props of', () => {
    const supplied = namesOf(contract.dialogs.map(({ dialog }) => dialog));
    const used = usedContracts(root).dialogs;
    expect(used).toEqual(expect.arrayContaining(namesOf(contract.opens)));
    expect(used.filter((name) => !supplied.includes(name))).toEqual(
      namesOf(contract.opens).filter((name) => !supplied.includes(name)),
    );
  });

  test('declares exactly the calls that its sources make', () => {
    expect(namesOf(contract.calls)).toEqual(usedContracts(root).calls);
  });
};

/**
 * The contract test of a remote: checks its declaration against the kernel's rules and against its own sources. `root`
 * is the remote's folder.
 */
export const contractTest = (contract: RemoteContract, root: string): void => {
  describe(`contract of ${contract.name}`, () => {
    testSurface(contract, root);
    testOptions(contract);
    testOwnership(contract, root);
    testSources(contract, root);
  });
};
