import { resolve } from 'node:path';
import { type BudgetConfig, budgetVariables, readBudgets } from './adapters/model/budget-config.ts';
import { isOwnMachine, listensToItself } from '@atrium/shared-kernel/contracts/hosts';
import { localNetworks, networksIn } from '@atrium/shared-kernel/network/proxies';
import * as z from 'zod';
import { type IdentitySettings, identityVariables, readIdentity } from './adapters/identity/environment.ts';
import { type LocationConfig, locationVariables, readLocation } from './adapters/location/choose.ts';
import { readResearch, type ResearchConfig, researchVariables } from './adapters/research/choose.ts';
import { type FcmConfig, pushVariables, readPush } from './adapters/push/fcm-config.ts';
import { mailVariables, readSmtp, type SmtpConfig } from './adapters/mail/smtp-config.ts';
import { limitsVariables } from './adapters/limits/choose.ts';
import type { S3Settings } from './adapters/objects/bytes.ts';
import { objectsVariables, readObjects } from './adapters/objects/choose.ts';
import { imageVariables, readImages } from './adapters/images/config.ts';
import type { ImagesEndpoint } from './adapters/images/openai-compatible.ts';
import type { ConfiguredModel } from './adapters/model/catalog/read.ts';
import { readModels } from './adapters/model/configured.ts';
import { privateModelVariables, readPrivateModel } from './adapters/model/private-config.ts';
import { type PaymentsConfig, paymentVariables, readPayments } from './adapters/payments/config.ts';
import { secretVariables } from './db/secrets.ts';
import {
  contextTokens,
  type ModelInputConfig,
  modelInputVariables,
  readModelInput,
} from './adapters/model/input-config.ts';
import {
  readTranscription,
  type TranscriptionConfig,
  transcriptionVariables,
} from './adapters/transcription/config.ts';

const text = () => z.string().trim().min(1).optional();

/** The address of an app in a store, linked from pages of the product. */
const appAddress = () => z.url({ protocol: /^https$/, error: 'has to be an https address' }).optional();

const environment = z.object({
  ...identityVariables,
  PORT: z.coerce.number().int().min(0).max(65_535).default(8081),
  HOST: z.string().default('127.0.0.1'),
  SOCKET: text(),
  ATRIUM_DATA: z.string().default(resolve(import.meta.dirname, '../../.atrium')),
  DATABASE_URL: text(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  ATRIUM_ORIGIN: z.string().default('http://localhost:8080'),
  ATRIUM_OPERATOR_ORIGIN: z.url('has to be an origin').optional(),
  ATRIUM_PUBLIC: z.stringbool().default(false),
  ATRIUM_SEED: z.stringbool().default(false),
  ATRIUM_MAILBOX: z.stringbool().optional(),
  ATRIUM_TRUSTED_PROXIES: z.string().default(localNetworks),
  ATRIUM_COUNTRY_HEADER: text(),
  ...locationVariables,
  ...mailVariables,
  ATRIUM_SUPPORT_ADDRESS: z.email('has to be an email address').optional(),
  ATRIUM_APP_STORE_URL: appAddress(),
  ATRIUM_GOOGLE_PLAY_URL: appAddress(),
  ...pushVariables,
  ...paymentVariables,
  ...researchVariables,
  ...limitsVariables,
  ...objectsVariables,
  ATRIUM_SENDS_PER_MINUTE: z.coerce.number().int().min(0).default(30),
  ATRIUM_DRAIN_SECONDS: z.coerce.number().int().min(0).max(1800).default(0),
  ATRIUM_REPLIES_AT_ONCE: z.coerce.number().int().min(0).default(5),
  ATRIUM_JOINS_PER_MINUTE: z.coerce.number().int().min(0).default(10),
  ATRIUM_JOINS_PER_NETWORK: z.coerce.number().int().min(0).default(120),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  MODEL_BASE_URL: text(),
  MODEL_NAME: text(),
  MODEL_API_KEY: text(),
  ATRIUM_MODELS: text(),
  ATRIUM_LOCAL_MODEL: z.stringbool().default(false),
  MODEL_CONTEXT_TOKENS: contextTokens(),
  MODEL_SILENCE_SECONDS: z.coerce.number().int().min(1).max(900).default(120),
  ...modelInputVariables,
  ...budgetVariables,
  ...imageVariables,
  ...secretVariables,
  ...privateModelVariables,
  ...transcriptionVariables,
  DEMO_TOKENS_PER_SECOND: z.coerce.number().min(0).max(100_000).default(40),
});

export interface Config {
  /** The Unix socket `socket`, else `host` and `port`. Port 0 means any free port. */
  readonly listen: { readonly socket?: string; readonly host: string; readonly port: number };
  /** The folder that holds all state of the embedded adapters. */
  readonly dataFolder: string;
  /** If undefined, the embedded PostgreSQL below the data folder is used. */
  readonly databaseUrl?: string;
  readonly databasePool: number;
  /** The product's own origins. Links use the first one. */
  readonly origins: readonly [string, ...string[]];
  /** The origin of the operator page, where product admins sign in with their passkeys of the product. */
  readonly operatorOrigin?: string;
  /** Other machines can reach the product, so parts for local use are off unless they are requested. */
  readonly public: boolean;
  readonly seed: boolean;
  /** Everybody can read all mail on a page. Never true for a public product. */
  readonly mailbox: boolean;
  /** If undefined, research only covers the user's uploads. */
  readonly research?: ResearchConfig;
  /** If undefined, notifications are off. */
  readonly push?: FcmConfig;
  readonly payments: PaymentsConfig;
  /** If undefined, mail stays in the mailbox. */
  readonly smtp?: SmtpConfig;
  /** Whether a public product may do without SMTP, and so without any mail. */
  readonly localMail: boolean;
  /** Where messages from Contact Us go. */
  readonly supportAddress: string;
  /** The stores that offer the apps. Only these are shown. */
  readonly apps: readonly { readonly store: 'app-store' | 'google-play'; readonly url: string }[];
  readonly trustedProxies: readonly string[];
  /**
   * The header in which the proxy passes on the caller's country. Off by default, since without a proxy anybody can set
   * it.
   */
  readonly countryHeader?: string;
  readonly location: LocationConfig;
  /** If undefined, files are stored below the data folder. */
  readonly objects?: S3Settings;
  /** If undefined, each instance counts limits by itself and polls the database for changes by other instances. */
  readonly redisUrl?: string;
  /** Seconds that running replies get to finish when the service is told to stop. */
  readonly drainSeconds: number;
  /** Limits for one user, and joins per minute from one network; 0 means no limit. */
  readonly limits: {
    readonly sendsPerMinute: number;
    readonly repliesAtOnce: number;
    readonly joinsPerMinute: number;
    readonly joinsOfNetwork: number;
  };
  readonly logLevel: string;
  /** The identity providers that are set up. */
  readonly identity: IdentitySettings;
  readonly modelInput: ModelInputConfig;
  readonly budgets: BudgetConfig;
  /** If undefined, the demo model draws demo pictures; with another model there is no image mode. */
  readonly images?: ImagesEndpoint;
  /** The newest first. If undefined, the data folder holds the key. */
  readonly secretKeys?: readonly string[];
  /** All models that the environment names, for every purpose, in the operator's order. */
  readonly models: readonly ConfiguredModel[];
  readonly transcription: TranscriptionConfig;
  readonly model: {
    readonly baseUrl?: string;
    readonly name?: string;
    readonly apiKey?: string;
    /** Without an endpoint, the demo model or Ollama on this machine may answer. */
    readonly local: boolean;
    /** Tokens that a request may hold, without the answer; undefined if unknown. */
    readonly contextTokens?: number;
    /** A reply fails after this many seconds without a sign of life from the model. */
    readonly silenceSeconds: number;
    /** Speed of the built-in demo model; 0 means as fast as possible. */
    readonly demoTokensPerSecond: number;
  };
}

const list = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/**
 * Refuses what would be unsafe in a public product: accounts with a public password, and a page with everybody's mail.
 */
const refuseLocalParts = (e: z.infer<typeof environment>): void => {
  const refused = (['ATRIUM_SEED', 'ATRIUM_MAILBOX'] as const).filter((name) => e[name]);
  if (refused.length > 0)
    throw new Error(
      `The environment is not usable: ${refused.join(', ')} (only for a product that no other machine can reach).`,
    );
};

const readOrigins = (value: string): Config['origins'] => {
  const [first, ...others] = list(value).map((origin) => {
    if (!URL.canParse(origin))
      throw new Error(`The environment is not usable: ATRIUM_ORIGIN (${origin} is not a URL).`);
    return new URL(origin).origin;
  });
  if (first === undefined) throw new Error('The environment is not usable: ATRIUM_ORIGIN (contains no origin).');
  return [first, ...others];
};

const readChatModel = (e: z.infer<typeof environment>, isPublic: boolean): Config['model'] => ({
  ...(e.MODEL_BASE_URL ? { baseUrl: e.MODEL_BASE_URL } : {}),
  ...(e.MODEL_NAME ? { name: e.MODEL_NAME } : {}),
  ...(e.MODEL_API_KEY ? { apiKey: e.MODEL_API_KEY } : {}),
  local: !isPublic || e.ATRIUM_LOCAL_MODEL,
  ...(e.MODEL_CONTEXT_TOKENS ? { contextTokens: e.MODEL_CONTEXT_TOKENS } : {}),
  silenceSeconds: e.MODEL_SILENCE_SECONDS,
  demoTokensPerSecond: e.DEMO_TOKENS_PER_SECOND,
});

/** Reads the configuration from the environment. Throws one error that names every invalid variable. */
export const readConfig = (env: NodeJS.ProcessEnv): Config => {
  const parsed = environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} (${issue.message})`);
    throw new Error(`The environment is not usable: ${wrong.join(', ')}.`);
  }
  const e = parsed.data;
  const smtp = readSmtp(e);
  const push = readPush(e);
  const objects = readObjects(e);
  const research = readResearch(e);
  const models = readModels(e, readPrivateModel(e), env);
  const images = readImages(e, models);
  const origins = readOrigins(e.ATRIUM_ORIGIN);
  const isPublic = e.ATRIUM_PUBLIC || !isOwnMachine(origins) || !(e.SOCKET || listensToItself(e.HOST));
  if (isPublic) refuseLocalParts(e);
  return {
    listen: { ...(e.SOCKET ? { socket: e.SOCKET } : {}), host: e.HOST, port: e.PORT },
    dataFolder: resolve(e.ATRIUM_DATA),
    ...(e.DATABASE_URL ? { databaseUrl: e.DATABASE_URL } : {}),
    databasePool: e.DATABASE_POOL,
    origins,
    ...(e.ATRIUM_OPERATOR_ORIGIN ? { operatorOrigin: new URL(e.ATRIUM_OPERATOR_ORIGIN).origin } : {}),
    public: isPublic,
    seed: e.ATRIUM_SEED,
    mailbox: !isPublic && (e.ATRIUM_MAILBOX ?? (!e.DATABASE_URL && !smtp)),
    ...(smtp ? { smtp } : {}),
    localMail: e.ATRIUM_LOCAL_MAIL,
    supportAddress: e.ATRIUM_SUPPORT_ADDRESS ?? smtp?.from.address ?? 'support@atrium.local',
    apps: [
      ...(e.ATRIUM_APP_STORE_URL ? [{ store: 'app-store', url: e.ATRIUM_APP_STORE_URL } as const] : []),
      ...(e.ATRIUM_GOOGLE_PLAY_URL ? [{ store: 'google-play', url: e.ATRIUM_GOOGLE_PLAY_URL } as const] : []),
    ],
    ...(push ? { push } : {}),
    ...(objects ? { objects } : {}),
    ...(research ? { research } : {}),
    ...(images ? { images } : {}),
    models,
    ...(e.ATRIUM_SECRET_KEY ? { secretKeys: e.ATRIUM_SECRET_KEY } : {}),
    trustedProxies: networksIn(e.ATRIUM_TRUSTED_PROXIES),
    ...(e.ATRIUM_COUNTRY_HEADER ? { countryHeader: e.ATRIUM_COUNTRY_HEADER.toLowerCase() } : {}),
    location: readLocation(e),
    ...(e.REDIS_URL ? { redisUrl: e.REDIS_URL } : {}),
    drainSeconds: e.ATRIUM_DRAIN_SECONDS,
    limits: {
      sendsPerMinute: e.ATRIUM_SENDS_PER_MINUTE,
      repliesAtOnce: e.ATRIUM_REPLIES_AT_ONCE,
      joinsPerMinute: e.ATRIUM_JOINS_PER_MINUTE,
      joinsOfNetwork: e.ATRIUM_JOINS_PER_NETWORK,
    },
    logLevel: e.LOG_LEVEL,
    identity: readIdentity(e),
    payments: readPayments(e),
    modelInput: readModelInput(e),
    budgets: readBudgets(e),
    transcription: readTranscription(e, models),
    model: readChatModel(e, isPublic),
  };
};
