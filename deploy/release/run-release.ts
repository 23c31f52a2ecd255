import { codes, type Command, type ReleaseContext, UsageError, yes } from './commands/command.ts';

/** A command loads only the modules it needs, because loading modules takes most of its start time. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  publish: async () => (await import('./commands/releases.ts')).publish,
  import: async () => (await import('./commands/stores.ts')).importReleases,
  vendor: async () => (await import('./commands/stores.ts')).vendor,
  check: async () => (await import('./commands/pins.ts')).check,
  pin: async () => (await import('./commands/pins.ts')).pin,
  promote: async () => (await import('./commands/pins.ts')).promote,
  canary: async () => (await import('./commands/pins.ts')).canary,
  rollback: async () => (await import('./commands/pins.ts')).rollback,
  good: async () => (await import('./commands/good.ts')).good,
  disable: async () => (await import('./commands/take-out.ts')).disable,
  enable: async () => (await import('./commands/take-out.ts')).enable,
  remove: async () => (await import('./commands/take-out.ts')).remove,
  configure: async () => (await import('./commands/configure.ts')).configure,
  flag: async () => (await import('./commands/flag.ts')).flag,
  preview: async () => (await import('./commands/preview.ts')).preview,
  status: async () => (await import('./commands/views.ts')).status,
  diff: async () => (await import('./commands/views.ts')).diff,
  history: async () => (await import('./commands/views.ts')).history,
  users: async () => (await import('./commands/views.ts')).users,
  matrix: async () => (await import('./commands/matrix.ts')).matrix,
  graph: async () => (await import('./commands/graph.ts')).graph,
  types: async () => (await import('./commands/types.ts')).types,
  sign: async () => (await import('./commands/releases.ts')).sign,
  resume: async () => (await import('./commands/releases.ts')).resume,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  yank: async () => (await import('./commands/yank.ts')).yank,
  transfer: async () => (await import('./commands/transfer.ts')).transfer,
  watch: async () => (await import('./commands/watch.ts')).watch,
  operators: async () => (await import('./commands/operators.ts')).operators,
  signer: async () => (await import('./commands/operators.ts')).signer,
  audit: async () => (await import('./commands/operators.ts')).audit,
};

/** All names of commands. */
export const releaseCommands: readonly string[] = Object.keys(commands);

/** Former names of commands, deprecated until 2027-05-31. */
const renamed: Readonly<Record<string, string>> = { take: 'import', keep: 'vendor' };

/** The usage text. `program` is the name under which the command was called. */
export const usage = async (program = 'pnpm release'): Promise<string> => {
  const lines = Object.entries(commands).map(async ([name, load]) => {
    const { args, does } = await load();
    return `  ${`${name} ${args}`.padEnd(44)} ${does}`;
  });
  return [
    `Usage: ${program} <command> [--json] [--yes]`,
    ...(await Promise.all(lines)),
    'With --yes, a command does not ask for confirmation.',
    'Exit codes: 0 success, 1 refused or failed, 2 wrong usage.',
  ].join('\n');
};

/**
 * Runs one release command and returns its exit code. `log` receives lines for people, or one JSON text with `--json`.
 */
export const runRelease = async (
  context: ReleaseContext,
  given: readonly string[],
  log: (line: string) => void,
): Promise<number> => {
  const json = given.includes('--json');
  const [named = '', ...args] = given.filter((one) => one !== '--json' && one !== yes);
  const name = renamed[named] ?? named;
  const notice = name === named ? undefined : `\`${named}\` is deprecated: use \`pnpm release ${name}\`.`;
  const confirm = given.includes(yes) ? async () => true : json ? undefined : context.confirm;
  const report = (code: number, lines: readonly string[], data: object) => {
    if (json) log(JSON.stringify({ command: named, ok: code === codes.done, deprecated: notice, ...data }));
    else for (const line of notice === undefined ? lines : [notice, ...lines]) log(line);
    return code;
  };
  let command: Command | undefined;
  try {
    command = await commands[name]?.();
    if (!command) throw new UsageError(await usage());
    const { code, lines, data } = await command.run({ ...context, confirm }, args);
    return report(code, lines, data);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const hint = error instanceof UsageError && command ? `\nUsage: pnpm release ${name} ${command.args}` : '';
    return report(error instanceof UsageError ? codes.usage : codes.refused, [message + hint], { error: message });
  }
};
