import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { contractCode } from '../contract-code.ts';
import { writeAtomically } from '../write-atomically.ts';
import { type Command, done, parseNamed, required } from './command.ts';

export const types: Command = {
  args: '<remote>@<version> <file>',
  does: 'write what a version declares (events, dialogs, slots) as a module for its consumers',
  run({ store }, [given, path]) {
    const { name, version } = parseNamed(required(given, 'The version'));
    const file = required(path, 'The file');
    const code = contractCode(store.read(name, version));
    mkdirSync(dirname(file), { recursive: true });
    writeAtomically(file, code);
    return Promise.resolve(done([`${file} contains what ${name}@${version} declares.`], { file }));
  },
};
