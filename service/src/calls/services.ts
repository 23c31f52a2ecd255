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

/** The configuration that handlers and routes can use. */
export interface ServiceSettings extends Settings {
  readonly trustedProxies: readonly string[];
  /** The email address for messages from Contact Us. */
  readonly supportAddress: string;
  /** The store links of the apps; apps that are not configured are not shown. */
  readonly apps: readonly { readonly store: 'app-store' | 'google-play'; readonly url: string }[];
  /** The origin of the operator page; without it, nobody can sign in there with a passkey of the product. */
  readonly operatorOrigin?: string;
  /**
   * The header in which the proxy sends the caller's country; undefined means that it is not trusted, because anybody
   * could send it.
   */
  readonly countryHeader?: string;
}

/** What handlers work with; each exists once per process. */
export interface Services extends Parts {
  readonly config: ServiceSettings;
  readonly sessions: Sessions;
  readonly identity: IdentityPort;
  readonly signInAttempts: SignInAttempts;
  /** The client for URLs that users and models provide. */
  readonly egress: EgressClient;
  readonly icons: IconsPort;
  readonly research: ResearchPort;
  readonly documents: DocumentsPort;
  readonly replies: ReplyHub;
  readonly changes: ChangeStreams;
  readonly background: BackgroundTasks;
}
