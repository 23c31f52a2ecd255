import { existsSync } from 'node:fs';
import { callTable } from '@atrium/shared-kernel/contracts/call-table';
import type { CallDef } from '@atrium/shared-kernel/contracts/define';
import type { Implementation } from './implement.ts';

/** `chat.getChat` is implemented by `chat/get-chat.ts`, below this folder. */
export const handlerFile = (call: CallDef): string => {
  const [owner = '', name = ''] = call.name.split('.');
  return `${import.meta.dirname}/${owner}/${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
};

/** Every implementation, by its call's name: the default export of the file that is named after the call. */
export const loadHandlers = async (): Promise<ReadonlyMap<string, Implementation>> => {
  const present = callTable.filter((call) => existsSync(handlerFile(call)));
  const loaded = await Promise.all(
    present.map(async (call) => {
      const module = (await import(/* @vite-ignore */ handlerFile(call))) as { default?: Implementation };
      if (module.default?.call !== call) throw new Error(`${handlerFile(call)} does not implement ${call.name}.`);
      return [call.name, module.default] as const;
    }),
  );
  return new Map(loaded);
};
