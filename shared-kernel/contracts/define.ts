import type * as z from 'zod/mini';
import type { fillerIcons } from './fillers.ts';

/** A schema is created when it is first needed, so that an unused contract costs the browser nothing. */
export type SchemaOf<T = unknown> = () => z.ZodMiniType<T>;
export type Infer<S> = S extends () => infer Z ? (Z extends z.ZodMiniType ? z.infer<Z> : never) : never;
export type InferInput<S> = S extends () => infer Z ? (Z extends z.ZodMiniType ? z.input<Z> : never) : never;

/**
 * Who may make a call. `visitor`: anybody. `user`: signed in. `premium`: an active subscription or a paid seat.
 * `teamMember` and `teamAdmin`: of the team named in the input's `teamId`. `productAdmin`: the user flag booktAdmin.
 */
export type Access = 'visitor' | 'user' | 'premium' | 'teamMember' | 'teamAdmin' | 'productAdmin';

/**
 * One call of the service, declared once. Types, client, routes and the OpenAPI document derive from it. Its failures
 * are declared in `failures/<owner>.ts`, so that a browser loads no sentences.
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
   * The change may name the `revision` that it is based on, in `If-Match`. If there is a newer one, the answer is 412
   * with `code: 'stale'` and nothing is changed.
   */
  readonly basedOn?: true;
}

/** A fact in the past tense. `replay` stores the last value for late listeners, as a state with exactly one owner. */
export interface EventDef {
  readonly kind: 'event';
  readonly name: `${string}.${string}`;
  readonly owner: string;
  readonly version: number;
  readonly payload: SchemaOf;
  readonly replay?: true;
}

/**
 * How a slot shows its fillers. `content`: what they render, once it is in view. `labeled`: their labels, and the
 * content of the chosen one. `link`: labels that lead to the filler's page or open its dialog.
 */
export interface ManyFillers {
  readonly shows: 'content' | 'labeled' | 'link';
  /** A release set with more fillers is refused. */
  readonly most: number;
  /** The maximum size of each filler's scripts besides its entry, in kB of brotli. */
  readonly kB: number;
}

/** An area that remotes fill: in the shell's layout, or on the screen of the remote that owns it. */
export interface SlotDef {
  readonly kind: 'slot';
  readonly name: `${string}.${string}`;
  /** Renders the slot and provides its input. */
  readonly owner: string;
  readonly version: number;
  /** What the owner passes to fillers. Without it, an empty object. */
  readonly input?: SchemaOf;
  /** What a filler may close with. */
  readonly result?: SchemaOf;
  /** Any remote may fill it, several at once. Without it, the kernel's contracts name its only filler. */
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
   * Opens the dialog on the main screen: `Mod+k` with Ctrl or Cmd, wherever the focus is, but on a Mac with Ctrl only
   * outside of text fields, where it edits; a single character only outside of them. The dialog must work without props.
   */
  readonly shortcut?: string;
}

/** What a remote may declare for each of its claims. */
interface Disableable {
  /**
   * Shown while the remote is disabled: in its slot, on its page, or in a banner for a dialog. Without it, a slot stays
   * empty, and the shell has a sentence for the others.
   */
  readonly whenDisabled?: string;
}

export interface RouteDef<Expose extends string = string> extends Disableable {
  readonly path: `/${string}`;
  readonly title: string;
  readonly expose: Expose;
}
/** When a filler is shown: each given list has to contain the current value, and all flags have to be on. */
export interface FillCondition {
  /** Patterns of the router, such as `/team/*`. */
  readonly routes?: readonly `/${string}`[];
  /** `lapsed`: free now, and premium before. */
  readonly plans?: readonly ('free' | 'lapsed' | 'premium')[];
  /** `teamless`: signed in, with no team that is active. */
  readonly roles?: readonly ('visitor' | 'user' | 'teamMember' | 'teamless' | 'productAdmin')[];
  readonly flags?: readonly string[];
}

/** The fields after `expose` are for slots with many fillers. A `link` is filled by the module of a page or dialog. */
export interface FillDef<Expose extends string = string> extends Disableable {
  readonly slot: SlotDef;
  readonly expose: Expose;
  /** The text of its tab, entry or button. */
  readonly label?: string;
  readonly icon?: (typeof fillerIcons)[number];
  /** The heading under which it is listed, if the owner has headings. */
  readonly group?: string;
  /** For a `link` to a dialog: the props that it is opened with. */
  readonly props?: Readonly<Record<string, string | number | boolean>>;
  /** Lower ones come first; the default is 0. */
  readonly order?: number;
  readonly when?: FillCondition;
}
export interface SuppliedDialog<Expose extends string = string> extends Disableable {
  readonly dialog: DialogDef;
  readonly expose: Expose;
}

/** A value from the query parameter of that name in the page's address. It has to be an id. */
export interface FromAddress {
  readonly query: string;
}

/**
 * A call that a module makes when it is first shown, with an input if it needs one. The page sends it before the
 * module's code is loaded.
 */
export type FirstCall = CallDef | { readonly call: CallDef; readonly input: Readonly<Record<string, unknown>> };

/** Only reading calls, and only those that the remote declares. */
type FirstCallOf<C extends CallDef> = C extends { readonly method: 'GET' }
  ? C | { readonly call: C; readonly input: FirstInput<InferInput<C['input']>> }
  : never;
type FirstInput<Input> = { readonly [Key in keyof Input]: Input[Key] | FromAddress };

/**
 * What each environment may configure for a remote without a release. Every field is optional; `defaults` has the
 * values of those with a default. Everybody can read the values in the page, so nothing secret belongs here.
 */
export interface ConfigurationDef {
  readonly schema: SchemaOf<Readonly<Record<string, unknown>>>;
  readonly defaults?: Readonly<Record<string, unknown>>;
}

/**
 * A feature that is on for some users first. The flag should leave the code soon: `ends` is its last day, such as
 * `2027-01-31`.
 */
export interface FlagDef {
  readonly description: string;
  /** Used if the environment does not set it, and in shells of 0.1. */
  readonly default: boolean;
  readonly ends: string;
}

/** A remote's whole public surface, as its readers see it. */
export interface RemoteContract {
  readonly name: `mf-${string}`;
  /**
   * The files of exposed components by their public names, such as `./chat-screen`. `exposedIn` says how a file is
   * read.
   */
  readonly exposes: Readonly<Record<string, string>>;
  /**
   * The file of a component's static part, by the public name of the component: what the page shows in its place before
   * any script has loaded. The build renders it without props, effects and host. Without one, the shell's skeleton is
   * shown.
   */
  readonly paints?: Readonly<Record<string, string>>;
  readonly routes: readonly RouteDef[];
  readonly fills: readonly FillDef[];
  /** Its own slots, which others fill. */
  readonly slots?: readonly SlotDef[];
  /** Dialogs whose content it supplies. */
  readonly dialogs: readonly SuppliedDialog[];
  /** Dialogs that it opens, its own or those of others. */
  readonly opens: readonly DialogDef[];
  readonly emits: readonly EventDef[];
  readonly handles: readonly EventDef[];
  readonly calls: readonly CallDef[];
  readonly configuration?: ConfigurationDef;
  /** Flags by their names. Others refer to them as `<remote>.<name>`. */
  readonly flags?: Readonly<Record<string, FlagDef>>;
  /** First calls by the public name of a module. A call whose input is not in the address is left out. */
  readonly first?: Readonly<Record<string, readonly FirstCall[]>>;
}

/** Declares a remote. An `expose` that is not among `exposes` does not compile. */
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
