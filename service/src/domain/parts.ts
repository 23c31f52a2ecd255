import type { Database } from '../db/database.ts';
import type { Sealer } from '../db/sealed.ts';
import type { ConsentPort } from '../ports/consent.ts';
import type { Embedders } from '../ports/embeddings.ts';
import type { ExtractionPort } from '../ports/extraction.ts';
import type { ImportsPort } from '../ports/imports.ts';
import type { AddToTask } from '../ports/jobs.ts';
import type { LimitsPort } from '../ports/limits.ts';
import type { LocationPort } from '../ports/location.ts';
import type { MailPort } from '../ports/mail.ts';
import type { ModelCatalog, ModelEntry } from '../ports/model-catalog.ts';
import type { ModelPort } from '../ports/model.ts';
import type { SignedObjectStore } from '../ports/objects.ts';
import type { PaymentsPort } from '../ports/payments.ts';
import type { PushPort } from '../ports/push.ts';
import type { TranscriptionPort } from '../ports/transcription.ts';
import type { Budgets } from './usage/budgets.ts';

/** The settings that rules of the product depend on. */
export interface Settings {
  /** The product's own origins; links use the first one. */
  readonly origins: readonly [string, ...string[]];
  /** Limits per user, and for joins also per network and minute; 0 means no limit. */
  readonly limits: {
    readonly sendsPerMinute: number;
    readonly repliesAtOnce: number;
    readonly joinsPerMinute: number;
    readonly joinsOfNetwork: number;
  };
  readonly budgets: Budgets;
  /**
   * The characters of documents in a request, and the milliseconds that a request waits for the vector of its prompt.
   */
  readonly modelInput: { readonly documentCharacters: number; readonly embeddingWait: number };
  /** With a URL, voice notes are sent to an external service. */
  readonly transcription: { readonly baseUrl?: string };
}

/** Database, clock, and ports. A domain function names those it needs: `Pick<Parts, 'database' | 'now'>`. */
export interface Parts {
  readonly config: Settings;
  /** The time in milliseconds; tests have their own. */
  readonly now: () => number;
  readonly database: Database;
  /** Encrypts what must not be in the database as plain text. */
  readonly sealer: Sealer;
  /** Read-only access to users' workspace services. */
  readonly consent: ConsentPort;
  readonly limits: LimitsPort;
  readonly location: LocationPort;
  readonly mail: MailPort;
  readonly push: PushPort;
  readonly payments: PaymentsPort;
  /** Writes titles, better prompts and memories. */
  readonly model: ModelPort;
  /** The catalog entry of that model. */
  readonly sideEntry: ModelEntry;
  /** All models that write replies. */
  readonly catalog: ModelCatalog;
  readonly objects: SignedObjectStore;
  readonly extraction: ExtractionPort;
  /** Find passages of long files by meaning. */
  readonly embedders: Embedders;
  /** Undefined if voice notes are off. */
  readonly transcription: TranscriptionPort | undefined;
  readonly imports: ImportsPort;
  /** Adds work that may outlive this process. */
  readonly addToTask: AddToTask;
  /** Aborted when this process ends: work that nobody waits for stops then. */
  readonly ending: AbortSignal;
}
