import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { changes } from '@atrium/shared-kernel/contracts/calls';
import { type ChangeItem, changeItem } from '@atrium/shared-kernel/contracts/entities/change';

export interface ReaderOptions {
  /** URLs of the instances. A reader that loses one continues with the next. */
  readonly urls: readonly string[];
  readonly cookie: string;
  /** Called for each change once its cursor has completed it. */
  readonly onChanged?: (item: ChangeItem & { readonly type: 'changed' }) => void;
}

const parse = (line: string): ChangeItem => changeItem().parse(JSON.parse(line));

/**
 * Reads a browser's stream of changes without a browser. It continues from its cursor over as many connections as
 * needed.
 */
export class ChangeReader {
  /** Connections that were opened, and lines that require a full reload. */
  connections = 0;
  resets = 0;
  cursor: string | undefined;
  private readonly options: ReaderOptions;
  private readonly closing = new AbortController();
  private readonly started = Promise.withResolvers<void>();
  private pending: (ChangeItem & { readonly type: 'changed' })[] = [];
  private at: number;

  constructor(options: ReaderOptions, at = 0) {
    this.options = options;
    this.at = at;
  }

  /** Settles with the first line. */
  get ready(): Promise<void> {
    return this.started.promise;
  }

  private accept(item: ChangeItem) {
    if (item.type === 'reset') this.resets += 1;
    if (item.type === 'changed') this.pending.push(item);
    if (item.cursor === undefined) return;
    this.cursor = item.cursor;
    for (const one of this.pending.splice(0)) this.options.onChanged?.(one);
    this.started.resolve();
  }

  /** Reads one connection to its end. Changes that no cursor has completed are sent again. */
  private connect(): Promise<void> {
    const { urls, cookie } = this.options;
    const query = this.cursor === undefined ? 'age=0' : `after=${encodeURIComponent(this.cursor)}`;
    this.pending = [];
    return new Promise((resolve) => {
      const request = get(
        `${urls[this.at % urls.length]}/api${changes.followChanges.path}?${query}`,
        { agent: false, headers: { cookie }, signal: this.closing.signal },
        (response) => {
          response.once('close', resolve).on('error', () => resolve());
          if (response.statusCode !== 200) return response.destroy();
          this.connections += 1;
          let rest = '';
          return response.setEncoding('utf8').on('data', (text: string) => {
            const lines = (rest + text).split('\n');
            rest = lines.pop() ?? '';
            for (const line of lines) this.accept(parse(line));
          });
        },
      );
      // A connection that breaks or is refused is part of the test.
      request.once('error', () => resolve());
    });
  }

  async follow(): Promise<void> {
    while (!this.closing.signal.aborted) {
      await this.connect();
      if (this.closing.signal.aborted) return;
      this.at += 1;
      await pause(50 + Math.random() * 100);
    }
  }

  close(): void {
    this.closing.abort();
  }
}
