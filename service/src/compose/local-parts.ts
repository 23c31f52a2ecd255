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

/** What stands in for outside providers where none are set up. */
export interface LocalParts {
  readonly demoModel: (objects: ObjectStore) => ModelPort;
  readonly demoImages: () => ImagesPort;
  readonly demoTranscription: () => TranscriptionPort;
  readonly payments: (database: Database, now?: () => number) => PaymentsPort;
  /** Charges and ends the plans of the local payments. */
  readonly renewals: (database: Database) => Job;
  /** The identity providers' stand-in; none where others can reach the product, or providers are set up. */
  readonly identity: { readonly settings: IdentitySettings; readonly fetch: typeof fetch } | undefined;
  /** Where everybody reads all mail; none: nobody does. */
  readonly mailboxPath: string | undefined;
  /** Makes the accounts with the password that everybody knows. */
  readonly seed: (database: Database) => Promise<void>;
  /** Pages below `/local/`: what outside providers would show. */
  readonly addPages: (app: FastifyInstance, services: Services) => void;
}
