import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { workspace } from '../release/data-folder.ts';

export interface MailServer {
  readonly url: string;
  /** Recipients of the emails so far, once per email. */
  readonly received: readonly string[];
  /** Resolves when this number of emails has arrived. */
  count(emails: number): Promise<void>;
  end(): void;
}

/** A mail server in a process of its own that delivers nothing. */
export const startMail = async (): Promise<MailServer> => {
  const child = spawn(process.execPath, [join(workspace, 'service/src/testing/smtp-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const received: string[] = [];
  const waiting: { emails: number; done: () => void }[] = [];
  const listening = Promise.withResolvers<string>();
  child.once('exit', () => listening.reject(new Error('The mail server ended.')));
  createInterface(child.stdout).on('line', (line) => {
    if (line.startsWith('Listening: ')) listening.resolve(line.replace('Listening: ', ''));
    else received.push(...(JSON.parse(line) as { to: string[] }).to);
    for (const { emails, done } of waiting) if (received.length >= emails) done();
  });
  const port = await listening.promise;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    count: (emails) =>
      received.length >= emails
        ? Promise.resolve()
        : new Promise((done) => {
            waiting.push({ emails, done });
          }),
    end: () => void child.kill('SIGTERM'),
  };
};
