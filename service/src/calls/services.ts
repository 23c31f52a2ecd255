import type { DocumentsPort } from '../ports/documents.ts';
import type { ConsentPort } from '../ports/consent.ts';
import type { IdentityPort } from '../ports/identity.ts';
import type { ExtractionPort } from '../ports/extraction.ts';
import type { LimitsPort } from '../ports/limits.ts';
import type { LocationPort } from '../ports/location.ts';
import type { MailPort } from '../ports/mail.ts';
import type { ModelPort } from '../ports/model.ts';
import type { SignedObjectStore } from '../adapters/objects/signed.ts';
import type { PushPort } from '../ports/push.ts';
import type { PaymentsPort } from '../ports/payments.ts';
import type { TranscriptionPort } from '../ports/transcription.ts';
import type { EgressClient } from '../ports/egress.ts';
import type { ResearchPort } from '../ports/research.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Sealer } from '../db/sealed.ts';
import type { Sessions } from '../domain/accounts/sessions.ts';
import type { SignInAttempts } from '../domain/identity/attempts.ts';
import type { Aside } from '../domain/aside.ts';
import type { Imports } from '../imports/imports.ts';
import type { ReplyHub } from '../domain/replies/hub.ts';
import type { StandIn } from '../local/identity/stand-in.ts';

/** What the handlers work with: one of each in a process. */
export interface Services {
  readonly config: Config;
  /** The time in milliseconds; tests have their own. */
  readonly now: () => number;
  readonly database: Database;
  /** For what must not be in the database as plain text. */
  readonly sealer: Sealer;
  readonly sessions: Sessions;
  readonly identity: IdentityPort;
  /** In the place of the identity providers, where none is set up and everything stays on this machine. */
  readonly identityStandIn: StandIn | undefined;
  /** Read-only access to people's workspace services. */
  readonly consent: ConsentPort;
  readonly signInAttempts: SignInAttempts;
  readonly limits: LimitsPort;
  readonly location: LocationPort;
  readonly mail: MailPort;
  readonly push: PushPort;
  /** The way to what people and models name. */
  readonly egress: EgressClient;
  readonly research: ResearchPort;
  readonly payments: PaymentsPort;
  readonly model: ModelPort;
  readonly objects: SignedObjectStore;
  readonly extraction: ExtractionPort;
  readonly documents: DocumentsPort;
  /** None: voice notes are off. */
  readonly transcription: TranscriptionPort | undefined;
  readonly replies: ReplyHub;
  readonly imports: Imports;
  readonly aside: Aside;
}
