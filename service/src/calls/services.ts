import type { DocumentsPort } from '../ports/documents.ts';
import type { IconsPort } from '../ports/icons.ts';
import type { IdentityPort } from '../ports/identity.ts';
import type { EgressClient } from '../ports/egress.ts';
import type { ResearchPort } from '../ports/research.ts';
import type { Sessions } from '../domain/accounts/sessions.ts';
import type { SignInAttempts } from '../domain/identity/attempts.ts';
import type { BackgroundTasks } from '../domain/background-tasks.ts';
import type { ChangeStreams } from '../domain/changes/change-streams.ts';
import type { Parts, Settings } from '../domain/parts.ts';
import type { ReplyHub } from '../domain/replies/hub.ts';

/** What handlers and routes know of the configuration. */
export interface ServiceSettings extends Settings {
  readonly trustedProxies: readonly string[];
  /** Where messages from Contact Us go. */
  readonly supportAddress: string;
  /** Where the apps are found; none are shown that are not set. */
  readonly apps: readonly { readonly store: 'app-store' | 'google-play'; readonly url: string }[];
  /** Where the operator page is; none: nobody signs in there with a passkey of the product. */
  readonly operatorOrigin?: string;
  /** The header in which the proxy gives the caller's country; none: anybody could write one. */
  readonly countryHeader?: string;
}

/** What the handlers work with: one of each in a process. */
export interface Services extends Parts {
  readonly config: ServiceSettings;
  readonly sessions: Sessions;
  readonly identity: IdentityPort;
  readonly signInAttempts: SignInAttempts;
  /** The way to what people and models name. */
  readonly egress: EgressClient;
  readonly icons: IconsPort;
  readonly research: ResearchPort;
  readonly documents: DocumentsPort;
  readonly replies: ReplyHub;
  readonly changes: ChangeStreams;
  readonly background: BackgroundTasks;
}
