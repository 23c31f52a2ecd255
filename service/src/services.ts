import type { DocumentsPort } from './adapters/documents/port.ts';
import type { ConsentPort } from './adapters/consent/port.ts';
import type { IdentityPort } from './adapters/identity/port.ts';
import type { ExtractionPort } from './adapters/extraction/port.ts';
import type { LimitsPort } from './adapters/limits/port.ts';
import type { LocationPort } from './adapters/location/port.ts';
import type { MailPort } from './adapters/mail/port.ts';
import type { ModelPort } from './adapters/model/port.ts';
import type { SignedObjectStore } from './adapters/objects/signed.ts';
import type { PushPort } from './adapters/push/port.ts';
import type { PaymentsPort } from './adapters/payments/port.ts';
import type { TranscriptionPort } from './adapters/transcription/port.ts';
import type { EgressClient } from './adapters/egress/port.ts';
import type { ResearchPort } from './adapters/research/port.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Sealer } from './db/sealed.ts';
import type { Sessions } from './domain/accounts/sessions.ts';
import type { SignInAttempts } from './domain/identity/attempts.ts';
import type { Aside } from './domain/aside.ts';
import type { Imports } from './domain/import/imports.ts';
import type { ReplyHub } from './domain/replies/hub.ts';
import type { StandIn } from './local/identity/stand-in.ts';

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
