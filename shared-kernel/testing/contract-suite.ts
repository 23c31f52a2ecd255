import type { Expect, JSHandle, Page } from 'playwright/test';
import type { Host } from '../remote/host.ts';

/** A page of the composed product in which one remote, in one version, stands in one version of the shell. */
export interface Stage {
  readonly page: Page;
  readonly expect: Expect;
  /** What the shell gives to every remote, within the page. */
  readonly host: JSHandle<Host>;
  /** The remote that the page is about. */
  readonly remote: string;
  /** Address of whoever is signed in; undefined: a visitor. */
  readonly as: string | undefined;
  /** Goes to a path within the page, without loading it again. */
  readonly go: (path: string) => Promise<void>;
  /** Opens a dialog by its name, as a remote does. */
  readonly open: (dialog: string, props?: object) => Promise<void>;
  /** Payloads of an event of the remote that were on the bus in this page. */
  readonly heard: (event: string) => Promise<unknown[]>;
  /** The service's answer to a path below `/api`; with `data` it is changed, else read. */
  readonly ask: <Answer>(path: string, data?: object) => Promise<Answer>;
}

/** What only this part can prove across the seam to others; what every part has to prove follows from its contract. */
export interface ContractSuite {
  /** Seeded account whose session the browser has; none: a visitor. */
  readonly as?: string;
  /** Where a route is looked at that wants more than its path, by its path. */
  readonly addresses?: Readonly<Record<string, string>>;
  /** Where a route leads whoever has nothing to do there, by its path. */
  readonly leadsOn?: Readonly<Record<string, string>>;
  /** Props of dialogs that want what exists, by the dialog's name; none: an empty object. */
  readonly props?: (stage: Pick<Stage, 'ask'>) => Promise<Readonly<Record<string, object>>>;
  /** By a sentence that says what they prove. */
  readonly steps: Readonly<Record<string, (stage: Stage) => Promise<void>>>;
}

/** Declares the contract suite of a remote, or of the shell: it runs on built releases, old and new, in a browser. */
export const contractSuite = (suite: ContractSuite): ContractSuite => suite;
