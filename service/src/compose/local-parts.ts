import type { FastifyInstance } from 'fastify';
import type { IdentitySettings } from '../adapters/identity/environment.ts';
import type { Services } from '../calls/services.ts';
import type { Database } from '../db/database.ts';
import type { ImagesPort } from '../ports/images.ts';
import type { Job } from '../ports/jobs.ts';
import type { ModelPort } from '../ports/model.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { PaymentsPort } from '../ports/payments.ts';
import type { TranscriptionPort } from '../ports/transcription.ts';

/** Stand-ins for outside providers that are not set up. */
export interface LocalParts {
  readonly demoModel: (objects: ObjectStore) => ModelPort;
  readonly demoImages: () => ImagesPort;
  readonly demoTranscription: () => TranscriptionPort;
  readonly payments: (database: Database, now?: () => number) => PaymentsPort;
  /** Renews, charges and ends the plans of the local payments. */
  readonly renewals: (database: Database) => Job;
  /** The stand-in for identity providers; undefined if providers are set up or if there is no mailbox page. */
  readonly identity: { readonly settings: IdentitySettings; readonly fetch: typeof fetch } | undefined;
  /** The page on which everybody can read all mail; undefined if there is no such page. */
  readonly mailboxPath: string | undefined;
  /** Creates the demo accounts, whose password is public. */
  readonly seed: (database: Database) => Promise<void>;
  /** Adds the pages below `/local/` that replace those of outside providers. */
  readonly addPages: (app: FastifyInstance, services: Services) => void;
}
