import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import { usedContracts } from '@atrium/shared-kernel/compiler/used-contracts';
import { callTable } from '@atrium/shared-kernel/contracts/call-table';
import { changesOf } from '@atrium/shared-kernel/contracts/changes/declared';
import type {
  CallDef,
  ConfigurationDef,
  DialogDef,
  EventDef,
  RemoteContract,
  SchemaOf,
  SlotDef,
} from '@atrium/shared-kernel/contracts/define';
import type { FailureDef } from '@atrium/shared-kernel/contracts/failures/define';
import { failureCodesOf, failures } from '@atrium/shared-kernel/contracts/failures/failures';
import { providedKernelApi, usedKernelApi } from './kernel-api.ts';
import {
  emptyContract,
  type RecordedCall,
  type RecordedContract,
  type RecordedDialog,
  type RecordedEvent,
  type RecordedFailure,
  type RecordedSlot,
} from './record.ts';

/** The shell's contract file: like a remote's, plus the slots that it offers. */
interface ShellContract {
  readonly name: 'shell';
  /** Its static parts, as in a remote's contract. */
  readonly paints?: Readonly<Record<string, string>>;
  readonly slots: readonly SlotDef[];
  readonly dialogs: readonly DialogDef[];
  readonly opens: readonly DialogDef[];
  readonly handles: readonly EventDef[];
  readonly emits?: readonly EventDef[];
  readonly calls: readonly CallDef[];
}

const named = ({ name, version }: { name: string; version: number }) => ({ name, version });
const schema = (of: SchemaOf, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(of(), { io, unrepresentable: 'any' }) as Record<string, unknown>;
  return rest;
};
const event = (of: EventDef): RecordedEvent => ({ ...named(of), payload: schema(of.payload, 'output') });
/** `input`: the form in which it is read. `output`: the form after the shell has validated it. */
const dialog = (of: DialogDef, io: 'input' | 'output'): RecordedDialog => ({
  ...named(of),
  props: schema(of.props, io),
});
const opposite = { input: 'output', output: 'input' } as const;
/**
 * `output`: the slot's owner provides the input and reads the result. `input`: a filler reads the input and provides
 * the result.
 */
const slot = (of: SlotDef, io: 'input' | 'output'): RecordedSlot => ({
  ...named(of),
  ...(of.input ? { input: schema(of.input, io) } : {}),
  ...(of.result ? { result: schema(of.result, opposite[io]) } : {}),
  ...(of.many && io === 'output' ? { many: { ...of.many } } : {}),
});
const call = (of: CallDef): RecordedCall => ({
  ...named(of),
  method: of.method,
  path: of.path,
  input: schema(of.input, 'input'),
  output: schema(of.output, 'output'),
  ...(of.item ? { item: schema(of.item, 'output') } : {}),
  failures: [...failureCodesOf(of)],
  changes: [...changesOf(of)],
});

/** The failures of some calls, each once. */
export const recordFailures = (calls: readonly CallDef[]): Record<string, RecordedFailure> =>
  Object.fromEntries(
    [...new Set(calls.flatMap(failureCodesOf))].toSorted().map((code) => {
      const { status, details, decisive }: FailureDef = failures[code];
      const { $schema: _, ...schema } = details ? (z.toJSONSchema(details()) as Record<string, unknown>) : {};
      return [code, { status, ...(decisive ? { decisive } : {}), ...(details ? { details: schema } : {}) }];
    }),
  );

const recordShell = (contract: ShellContract): RecordedContract => ({
  ...emptyContract,
  slots: contract.slots.map((one) => slot(one, 'output')),
  supplies: contract.dialogs.map((one) => dialog(one, 'input')),
  opens: contract.opens.map((one) => dialog(one, 'output')),
  emits: (contract.emits ?? []).map(event),
  handles: contract.handles.map(event),
  calls: contract.calls.map(call),
  failures: recordFailures(contract.calls),
});

/** Throws for a type without a JSON Schema, because its values could not be checked before they are served. */
const configuration = ({ schema: of, defaults = {} }: ConfigurationDef) => {
  const { $schema: _, properties = {}, ...more } = z.toJSONSchema(of(), { io: 'input' });
  const fields = Object.entries(properties).map(([key, field]) => [
    key,
    key in defaults ? { ...Object(field), default: defaults[key] } : field,
  ]);
  return { ...more, properties: Object.fromEntries(fields) };
};

export const recordRemote = (contract: RemoteContract): RecordedContract => ({
  ...emptyContract,
  ...(contract.configuration ? { configuration: configuration(contract.configuration) } : {}),
  ...(contract.flags ? { flags: contract.flags } : {}),
  slots: (contract.slots ?? []).map((one) => slot(one, 'output')).toSorted((a, b) => a.name.localeCompare(b.name)),
  fills: contract.fills.map((one) => slot(one.slot, 'input')),
  supplies: contract.dialogs.map((one) => dialog(one.dialog, 'input')),
  opens: contract.opens.map((one) => dialog(one, 'output')),
  emits: contract.emits.map(event),
  handles: contract.handles.map(event),
  calls: contract.calls.map(call),
  failures: recordFailures(contract.calls),
});

export const recordService = (): RecordedContract => ({
  ...emptyContract,
  answers: callTable.map(call),
  failures: recordFailures(callTable),
});

/** The default export of `contract.ts` in a package's folder, or undefined. */
export const contractFile = async (root: string): Promise<RemoteContract | ShellContract | undefined> => {
  const file = join(root, 'contract.ts');
  if (!existsSync(file)) return undefined;
  const module: { readonly default: RemoteContract | ShellContract } = await import(pathToFileURL(file).href);
  return module.default;
};
export const isShell = (contract: RemoteContract | ShellContract): contract is ShellContract =>
  contract.name === 'shell';

/**
 * Everything that is recorded about a package with a contract file, including what its sources use. `root` is its
 * folder.
 */
export const recordPackage = (contract: RemoteContract | ShellContract, root: string): RecordedContract => ({
  ...(isShell(contract) ? recordShell(contract) : recordRemote(contract)),
  takes: usedKernelApi(root),
  ...(isShell(contract) ? { gives: providedKernelApi() } : {}),
  handlesFailures: usedContracts(root).failures,
});
