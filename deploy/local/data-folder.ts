import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from './problem.ts';

const nearest = (folder: string): string => (existsSync(folder) ? folder : nearest(dirname(folder)));

/** Creates the data folder; throws one sentence if it cannot be written. */
export const checkDataFolder = (data: string): void => {
  const known = nearest(data);
  if (!statSync(known).isDirectory()) throw new Problem(`${known} is a file: set ATRIUM_DATA to a writable folder.`);
  try {
    accessSync(known, constants.W_OK);
  } catch {
    throw new Problem(`Atrium may not write ${known}: set ATRIUM_DATA to a writable folder.`);
  }
  mkdirSync(data, { recursive: true });
};

const answers = (socketPath: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(socketPath);
    const answer = (alive: boolean) => () => {
      socket.destroy();
      resolve(alive);
    };
    socket.once('connect', answer(true)).once('error', answer(false));
  });

const tries = 25;
const between = 200;

/**
 * Throws one sentence if the service of a running product listens on the data folder's socket. The service of a product
 * that was just killed gets a few seconds to end.
 */
export const checkUnused = async (socketPath: string, data: string, attempts = tries): Promise<void> => {
  for (let left = attempts; left > 0; left -= 1) {
    if (!(await answers(socketPath))) return;
    if (left > 1) await pause(between);
  }
  throw new Problem(
    `The data folder ${data} is in use by another Atrium: stop it, or choose another folder with ATRIUM_DATA.`,
  );
};
