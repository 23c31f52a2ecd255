import type * as z from 'zod/mini';
import type { fillerIcons } from './fillers.ts';

/** A schema is made when it is first needed: an unused contract costs the browser nothing. */
export type SchemaOf<T = unknown> = () => z.ZodMiniType<T>;
export type Infer<S> = S extends () => infer Z ? (Z extends z.ZodMiniType ? z.infer<Z> : never) : never;
export type InferInput<S> = S extends () => infer Z ? (Z extends z.ZodMiniType ? z.input<Z> : never) : never;

/**
 * Who may make a call. `visitor`: anybody. `user`: signed in. `premium`: an active subscription or a paid seat.
 * `teamMember` and `teamAdmin`: of the team named in the input's `teamId`. `productAdmin`: the user flag booktAdmin.
 */
export type Access = 'visitor' | 'user' | 'premium' | 'teamMember' | 'teamAdmin' | 'productAdmin';

/**
 * One call of the service, declared once; types, client, routes and the OpenAPI document derive from it. How it can fail
 * stands beside it, in `failures/<owner>.ts`, so that a browser loads no sentences.
 */
export interface CallDef {
  readonly kind: 'call';
  readonly name: string;
  readonly version: number;
  readonly method: 'GET' | 'POST';
  /** Below the service base path. */
  readonly path: `/${string}`;
  readonly access: Access;
  readonly input: SchemaOf;
  readonly output: SchemaOf;
  /** Present on a call that answers with newline-separated JSON: the shape of one line. */
  readonly item?: SchemaOf;
  /**
   * The change may say what it is based on: the `revision` that an answer gave, in `If-Match`. Where that has moved on, the
   * answer is 412 with `code: 'stale'` and nothing is done.
   */
  readonly basedOn?: true;
}

/** A fact in the past tense. `replay` keeps the last value for late listeners: a state with exactly one owner. */
export interface EventDef {
  readonly kind: 'event';
  readonly name: `${string}.${string}`;
  readonly owner: string;
  readonly version: number;
  readonly payload: SchemaOf;
  readonly replay?: true;
}

/**
 * How a slot shows its fillers. `content`: what they draw, once that is in sight. `labeled`: their labels, and what one
 * draws once it is chosen. `link`: labels that lead to the filler's page or open its dialog.
 */
export interface ManyFillers {
  readonly shows: 'content' | 'labeled' | 'link';
  /** A set with more of them is refused. */
  readonly most: number;
  /** The scripts of each beside its entry, brotli. */
  readonly kB: number;
}

/** A place that remotes fill: in the shell's layout, or on the screen of the remote that owns it. */
export interface SlotDef {
  readonly kind: 'slot';
  readonly name: `${string}.${string}`;
  /** Draws it, and gives it its input. */
  readonly owner: string;
  readonly version: number;
  /** What the owner gives to whoever fills it; an empty object where there is none. */
  readonly input?: SchemaOf;
  /** What a filler may close with. */
  readonly result?: SchemaOf;
  /** Any remote may fill it, many side by side. Without it the kernel's contracts name its one filler. */
  readonly many?: ManyFillers;
}

export type ModalSize = 'none' | 'fit' | 'small' | 'medium' | 'large' | 'ai';

/** A dialog whose content a remote supplies and whose frame, URL parameter and focus the shell owns. */
export interface DialogDef {
  readonly kind: 'dialog';
  readonly name: `${string}.${string}`;
  readonly owner: string;
  readonly version: number;
  readonly title: string;
  readonly size: ModalSize;
  readonly props: SchemaOf;
  /**
   * Opens it on the main screen: `Mod+k` with Ctrl or Cmd, wherever the person is; a single character where they type
   * nothing. Only a dialog that can do without props may have one.
   */
  readonly shortcut?: string;
}

/** What a remote may say of one of its places. */
interface Disableable {
  /**
   * Stands there while the remote is disabled: in its slot, on its page, in a banner for a dialog. Without it a slot stays
   * empty, and the shell has a sentence for the others.
   */
  readonly whenDisabled?: string;
}

export interface RouteDef<Expose extends string = string> extends Disableable {
  readonly path: `/${string}`;
  readonly title: string;
  readonly expose: Expose;
}
/** When a filler is there: each list that is given has to hold what is so now, and all of the flags have to be on. */
export interface FillCondition {
  /** Patterns of the router, as `/team/*`. */
  readonly routes?: readonly `/${string}`[];
  /** `lapsed`: free now, and premium before. */
  readonly plans?: readonly ('free' | 'lapsed' | 'premium')[];
  /** `teamless`: signed in, with no team that is active. */
  readonly roles?: readonly ('visitor' | 'user' | 'teamMember' | 'teamless' | 'productAdmin')[];
  readonly flags?: readonly string[];
}

/** What follows `expose` is for slots that have many fillers. A `link` is filled by the module of a page or dialog. */
export interface FillDef<Expose extends string = string> extends Disableable {
  readonly slot: SlotDef;
  readonly expose: Expose;
  /** The words of its tab, its entry or its button. */
  readonly label?: string;
  readonly icon?: (typeof fillerIcons)[number];
  /** The heading below which it stands, where the owner has any. */
  readonly group?: string;
  /** Of a `link` to a dialog: what that is opened with. */
  readonly props?: Readonly<Record<string, string | number | boolean>>;
  /** Lower ones stand first; 0 without it. */
  readonly order?: number;
  readonly when?: FillCondition;
}
export interface SuppliedDialog<Expose extends string = string> extends Disableable {
  readonly dialog: DialogDef;
  readonly expose: Expose;
}

/** A value that the page's address gives: its parameter of that name, which has to be an id. */
export interface FromAddress {
  readonly query: string;
}

/** A call that a module makes at its first look, maybe with an input: a page makes it before the module's code is there. */
export type FirstCall = CallDef | { readonly call: CallDef; readonly input: Readonly<Record<string, unknown>> };

/** Only calls that read, and only of those that the remote makes. */
type FirstCallOf<C extends CallDef> = C extends { readonly method: 'GET' }
  ? C | { readonly call: C; readonly input: FirstInput<InferInput<C['input']>> }
  : never;
type FirstInput<Input> = { readonly [Key in keyof Input]: Input[Key] | FromAddress };

/**
 * What each environment may set of a remote, without a release. Every field is optional; `defaults` are those that have one.
 * The values stand in the page for everybody to read, so nothing secret belongs here.
 */
export interface ConfigurationDef {
  readonly schema: SchemaOf<Readonly<Record<string, unknown>>>;
  readonly defaults?: Readonly<Record<string, unknown>>;
}

/** Something that is on for some people first. It is gone from the code soon: `ends` is the day by which, as `2027-01-31`. */
export interface FlagDef {
  readonly description: string;
  /** Where the environment says nothing of it, as in shells of 0.1. */
  readonly default: boolean;
  readonly ends: string;
}

/** A remote's whole public surface, as whoever reads any of them sees it. */
export interface RemoteContract {
  readonly name: `mf-${string}`;
  /** By its public name, as `./chat-screen`, the file of an exposed component: see `exposedIn` for how it is read. */
  readonly exposes: Readonly<Record<string, string>>;
  /**
   * By the public name of an exposed component, the file of its static part: what stands in its place in the page before
   * any script has come. The build renders it without props, effects and host. Without one the shell's skeleton stands there.
   */
  readonly paints?: Readonly<Record<string, string>>;
  readonly routes: readonly RouteDef[];
  readonly fills: readonly FillDef[];
  /** Its own places that others fill. */
  readonly slots?: readonly SlotDef[];
  /** Dialogs whose content it supplies. */
  readonly dialogs: readonly SuppliedDialog[];
  /** Dialogs that it opens, whoever supplies them. */
  readonly opens: readonly DialogDef[];
  readonly emits: readonly EventDef[];
  readonly handles: readonly EventDef[];
  readonly calls: readonly CallDef[];
  readonly configuration?: ConfigurationDef;
  /** By their names, which others know as `<remote>.<name>`. */
  readonly flags?: Readonly<Record<string, FlagDef>>;
  /** By the public name of a module; a call whose input is not in the address is left out. */
  readonly first?: Readonly<Record<string, readonly FirstCall[]>>;
}

/** Declares a remote; an `expose` that is not among `exposes` does not compile. */
export const defineRemote = <
  const Exposes extends Record<`./${string}`, string>,
  const C extends Omit<RemoteContract, 'exposes' | 'paints' | 'routes' | 'fills' | 'dialogs' | 'first'>,
  const Paints extends Readonly<Record<string, string>> = Readonly<Record<string, string>>,
>(
  contract: C & {
    readonly exposes: Exposes;
    readonly paints?: Paints & { readonly [Key in keyof Paints]: Key extends keyof Exposes ? string : never };
    readonly routes: readonly RouteDef<keyof Exposes & string>[];
    readonly fills: readonly FillDef<keyof Exposes & string>[];
    readonly dialogs: readonly SuppliedDialog<keyof Exposes & string>[];
    readonly first?: { readonly [Expose in keyof Exposes]?: readonly FirstCallOf<C['calls'][number]>[] };
  },
) => contract;
