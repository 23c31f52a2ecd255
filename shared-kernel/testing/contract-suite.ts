import type { Expect, JSHandle, Page } from 'playwright/test';
import type { Host } from '../remote/host.ts';

/** A page of the composed product with one version of a remote in one version of the shell. */
export interface Stage {
  readonly page: Page;
  readonly expect: Expect;
  /** What the shell provides to every remote, inside the page. */
  readonly host: JSHandle<Host>;
  /** The remote that the page is about. */
  readonly remote: string;
  /** The email address of the signed-in account; undefined for a visitor. */
  readonly as: string | undefined;
  /** Navigates to a path without loading the page again. */
  readonly go: (path: string) => Promise<void>;
  /** Opens a dialog by its name, as a remote does. */
  readonly open: (dialog: string, props?: object) => Promise<void>;
  /** Payloads of the remote's events with this name, in this page so far. */
  readonly emitted: (event: string) => Promise<unknown[]>;
  /** Calls the service at a path below `/api`: a POST with `data`, otherwise a GET. */
  readonly request: <Answer>(path: string, data?: object) => Promise<Answer>;
  /** @deprecated until 2027-05-31: use emitted. */
  readonly heard: (event: string) => Promise<unknown[]>;
  /** @deprecated until 2027-05-31: use request. */
  readonly ask: <Answer>(path: string, data?: object) => Promise<Answer>;
}

/**
 * What only this part can prove about its interplay with others. What every part has to prove follows from its
 * contract.
 */
export interface ContractSuite {
  /** The seeded account that is signed in; without it, a visitor. */
  readonly as?: string;
  /** The addresses at which to check routes that need more than their path, by path. */
  readonly addresses?: Readonly<Record<string, string>>;
  /** Where a route redirects users who have nothing to do there, by path. */
  readonly redirects?: Readonly<Record<string, string>>;
  /** @deprecated until 2027-05-31: use redirects. */
  readonly leadsOn?: Readonly<Record<string, string>>;
  /** The props of dialogs that need existing data, by the dialog's name. Without it, an empty object. */
  readonly props?: (stage: Pick<Stage, 'request' | 'ask'>) => Promise<Readonly<Record<string, object>>>;
  /** The steps, by a sentence that says what each proves. */
  readonly steps: Readonly<Record<string, (stage: Stage) => Promise<void>>>;
}

/** Declares the contract suite of a remote, or of the shell: it runs on built releases, old and new, in a browser. */
export const contractSuite = (suite: ContractSuite): ContractSuite => suite;
