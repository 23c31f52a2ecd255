import type { FastifyBaseLogger } from 'fastify';

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
type Level = (typeof levels)[number];

/** An error without what a person wrote: a failed query's text ends where its values begin. */
const serialize = (error: Error): object => ({
  type: error.name,
  message: error.message.split('\nparams:')[0],
  ...('code' in error ? { code: error.code } : {}),
  stack: error.stack?.split('\n').filter((line) => line.startsWith('    at ')),
  ...(error.cause instanceof Error ? { cause: serialize(error.cause) } : {}),
});

/** Whoever is told of something that went wrong and was made up for. */
export interface WarnLog {
  warn(details: object, message: string): void;
}

/** Whoever is told of what went wrong, also of what stays so. */
export interface ErrorLog extends WarnLog {
  error(details: object, message: string): void;
}

const longest = 200;

/**
 * A failure in its own words without what it quotes: that may be what a person wrote or looked for, or a secret. For
 * failures of others, as of providers and of what browsers send.
 */
export const unquoted = (error: unknown): object => {
  if (!(error instanceof Error)) return { type: typeof error };
  // From the first quotation mark to the last: what is quoted may hold quotation marks.
  const message = error.message.replaceAll(/["'`“‘].*["'`”’]/gs, '…').slice(0, longest);
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  const cause = error.cause instanceof Error ? { cause: unquoted(error.cause) } : {};
  return { type: error.name, message, ...code, ...cause };
};

const plain = (_key: string, value: unknown): unknown => (value instanceof Error ? serialize(value) : value);

export type Write = (line: string) => void;

/** A log of one JSON object a line: `time`, `level`, `msg` and the details that are handed in, none of its own. */
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
