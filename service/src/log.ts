import type { FastifyBaseLogger } from 'fastify';

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type Level = (typeof levels)[number];

/** An error without what users wrote: the message of a failed query is cut before its parameters. */
const serialize = (error: Error): object => ({
  type: error.name,
  message: error.message.split('\nparams:')[0],
  ...('code' in error ? { code: error.code } : {}),
  stack: error.stack?.split('\n').filter((line) => line.startsWith('    at ')),
  ...(error.cause instanceof Error ? { cause: serialize(error.cause) } : {}),
});

/** Logs failures that the service recovers from. */
export interface WarnLog {
  warn(details: object, message: string): void;
}

/** Also logs failures that the service does not recover from. */
export interface ErrorLog extends WarnLog {
  error(details: object, message: string): void;
}

/** Characters of a message. */
const maxLength = 200;

/**
 * Removes everything from the first quotation mark to the last, because a quoted text may itself hold quotation marks.
 */
export const withoutQuotes = (text: string): string => text.replaceAll(/["'`“‘].*["'`”’]/gs, '…');

/**
 * A failure without what its message quotes, which may be a secret or what a user wrote or searched for. For failures
 * whose messages others write, such as providers.
 */
export const unquoted = (error: unknown): object => {
  if (!(error instanceof Error)) return { type: typeof error };
  const message = withoutQuotes(error.message).slice(0, maxLength);
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const cause = error.cause instanceof Error ? { cause: unquoted(error.cause) } : {};
  return { type: error.name, message, ...code, ...cause };
};

const plain = (_key: string, value: unknown): unknown => (value instanceof Error ? serialize(value) : value);

export type Write = (line: string) => void;

/** Creates a log that writes one JSON object per line: `time`, `level`, `msg` and the given details. */
export const createLog = (level: string, write: Write = (line) => process.stdout.write(line)): FastifyBaseLogger => {
  const lowest = levels.findIndex((name) => name === level);
  const at =
    (name: Exclude<Level, 'silent'>) =>
    (details: unknown, message?: string): void => {
      if (levels.indexOf(name) < lowest) return;
      const given =
        typeof details === 'string' ? { msg: details } : details instanceof Error ? { err: details } : details;
      const line = {
        time: new Date().toISOString(),
        level: name,
        ...(message ? { msg: message } : {}),
        ...Object(given),
      };
      write(`${JSON.stringify(line, plain)}\n`);
    };
  const log: FastifyBaseLogger = {
    level,
    trace: at('trace'),
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    fatal: at('fatal'),
    silent: () => undefined,
    child: () => log,
  };
  return log;
};
