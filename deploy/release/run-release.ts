import { codes, type Command, type ReleaseContext, UsageError, yes } from './commands/command.ts';
import { audit, operators, signer } from './commands/operators.ts';
import { configure } from './commands/configure.ts';
import { doctor } from './commands/doctor.ts';
import { flag } from './commands/flag.ts';
import { graph } from './commands/graph.ts';
import { matrix } from './commands/matrix.ts';
import { good } from './commands/good.ts';
import { canary, check, pin, promote, rollback } from './commands/pins.ts';
import { preview } from './commands/preview.ts';
import { publish, resume, sign } from './commands/releases.ts';
import { keep, take } from './commands/stores.ts';
import { disable, enable, remove } from './commands/take-out.ts';
import { transfer } from './commands/transfer.ts';
import { types } from './commands/types.ts';
import { diff, history, status, users } from './commands/views.ts';
import { watch } from './commands/watch.ts';
import { yank } from './commands/yank.ts';

const commands: Readonly<Record<string, Command>> = {
  publish,
  take,
  keep,
  check,
  pin,
  promote,
  canary,
  rollback,
  good,
  disable,
  enable,
  remove,
  configure,
  flag,
  preview,
  status,
  diff,
  history,
  users,
  matrix,
  graph,
  types,
  sign,
  resume,
  doctor,
  yank,
  transfer,
  watch,
  operators,
  signer,
  audit,
};

/** What the command can be given; `program`: as it is called. */
export const usage = (program = 'pnpm release'): string =>
  [
    `Usage: ${program} <command> [--json] [--yes]`,
    ...Object.entries(commands).map(([name, { args, does }]) => `  ${`${name} ${args}`.padEnd(44)} ${does}`),
    'With --yes a command goes on where it would ask.',
    'Ends with 0 where it was done, 1 where it was refused or failed, 2 where it was given wrongly.',
  ].join('\n');

/** Runs one release command and answers its exit code. `say` gets lines for people, or one JSON text with `--json`. */
export const runRelease = async (
  context: ReleaseContext,
  given: readonly string[],
  say: (line: string) => void,
): Promise<number> => {
  const json = given.includes('--json');
  const [name = '', ...args] = given.filter((one) => one !== '--json' && one !== yes);
  const confirm = given.includes(yes) ? async () => true : json ? undefined : context.confirm;
  const tell = (code: number, lines: readonly string[], data: object) => {
    if (json) say(JSON.stringify({ command: name, ok: code === codes.done, ...data }));
    else for (const line of lines) say(line);
    return code;
  };
  try {
    const command = commands[name];
    if (!command) throw new UsageError(usage());
    const { code, lines, data } = await command.run({ ...context, confirm }, args);
    return tell(code, lines, data);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const hint =
      error instanceof UsageError && commands[name] ? `\nUsage: pnpm release ${name} ${commands[name].args}` : '';
    return tell(error instanceof UsageError ? codes.usage : codes.refused, [message + hint], { error: message });
  }
};
