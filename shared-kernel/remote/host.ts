import type { Observable } from 'rxjs';
import type { Bus } from '../bus/bus.ts';
import type { Client } from '../client/client.ts';
import type { Behavior } from '../contracts/behavior.ts';
import type { DialogDef, InferInput } from '../contracts/define.ts';
import type { Alert } from '../contracts/entities/alert.ts';
import type { IpInfo } from '../contracts/entities/user.ts';
import type { Session } from '../session/session.ts';

export type { Bus } from '../bus/bus.ts';
export type { CallOptions, Client } from '../client/client.ts';
export type { Session } from '../session/session.ts';

export interface PageLocation {
  readonly pathname: string;
  /** With its question mark, or empty. */
  readonly search: string;
  readonly hash: string;
}
/** @deprecated until 2027-05-31: use PageLocation. */
export type Place = PageLocation;

export interface Navigation {
  readonly location$: Behavior<PageLocation>;
  readonly origin: string;
  /** `to` is a path within the product, such as `/team` or `/?chat=…`. What is shown already gets no second entry. */
  navigate(to: string, options?: { replace?: boolean }): void;
  /** Changes or removes (undefined) query parameters of the current path. */
  setQuery(change: Record<string, string | undefined>, options?: { replace?: boolean }): void;
  /**
   * Leaves the product for a payment or consent page. With `replace`, Back does not return to this page; shells of 0.1
   * ignore that.
   */
  leave(url: string, options?: { replace?: boolean }): void;
  /** False if the browser blocks the tab, as it does without a recent press. Shells of 0.1 return undefined. */
  openTab(url: string): boolean | undefined;
}

/**
 * An action of an alert. It is not offered again after a reload of the page. One with the label `Undo` also has the key
 * Ctrl+Z or Cmd+Z.
 */
export interface AlertAction {
  readonly label: string;
  readonly onSelect: () => void;
}

export interface Alerts {
  /** Shows a banner and returns its id. `time` is in milliseconds; 0 stays until it is dismissed. */
  show(alert: Omit<Alert, 'id'> & { readonly action?: AlertAction }): string;
  dismiss(id: string): void;
}

export interface Dialogs<Opens extends DialogDef = DialogDef> {
  /** Resolves when the dialog closes: with what its content passed to `close`, or undefined. */
  open<D extends Opens>(dialog: D, props: InferInput<D['props']>): Promise<unknown>;
  /**
   * Resolves with whether the user confirmed. With `action`, the dialog stays open and busy while it runs, and closes
   * when it resolves. A rejection leaves the dialog open; the caller has to show the error. `outdated$` emits a
   * sentence if the question is no longer current; the dialog can then only be closed. Shells of 0.1 ignore it.
   */
  confirm(props: {
    title: string;
    message: string;
    confirm?: string;
    word?: string;
    danger?: boolean;
    action?: () => Promise<unknown>;
    outdated$?: Observable<string>;
  }): Promise<boolean>;
}

export type BarSide = 'left' | 'right';
export interface Layout {
  /** At most 800 px wide (A9.03). */
  readonly mobile$: Behavior<boolean>;
  /** At least 1200 px wide: both bars can be open. */
  readonly desktop$: Behavior<boolean>;
  readonly bars$: Behavior<Readonly<Record<BarSide, boolean>>>;
  setBar(side: BarSide, open: boolean): void;
}

export type ThemeName = 'light' | 'dark';
export type FontSize = '14px' | '16px' | '18px';
export interface Appearance {
  readonly theme$: Behavior<ThemeName>;
  readonly fontSize$: Behavior<FontSize>;
  setTheme(theme: ThemeName): void;
  setFontSize(size: FontSize): void;
}

export interface KeyValue {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/**
 * Storage of the browser; the keys are the remote's own. If the storage is full or denied, the value is lost, and
 * nothing is thrown.
 */
export interface Storage {
  readonly local: KeyValue;
  readonly session: KeyValue;
  /** Cookies of the product: intents (`joinTeamId`, `intent`), stored for one hour. */
  readonly cookies: KeyValue;
}

export interface Device {
  /** The user agent of the browser, to explain what it does not support; never to identify a user. */
  readonly userAgent: string;
  /**
   * Opens the device's share dialog for a link; absent if the browser has none. Also resolves if the user cancels, and
   * rejects if it fails. Works only right after a press.
   */
  readonly share?: (link: { readonly title: string; readonly url: string }) => Promise<void>;
}

/** A change that waits for the network, or that the service refused when its turn came. */
export interface WaitingChange {
  readonly id: number;
  /** A description of the change for the user. */
  readonly words: string;
  readonly state: 'waiting' | 'sending' | 'refused';
  /** Why it was refused. */
  readonly reason?: string | undefined;
  /** The chats, collections and memories that it concerns, by their ids. */
  readonly subjects: readonly string[];
  /** For messages: the text, the chat or thread it goes to, and the draft that it was made from. */
  readonly message?:
    | {
        readonly text: string;
        readonly chatId?: string | undefined;
        readonly thread: string;
        readonly draft: string;
      }
    | undefined;
}

/** A message that waits: the input of `chat.streamReply`. */
export interface WaitingMessage {
  readonly input: { readonly prompt: string; readonly sendId?: string | undefined; readonly id?: string | undefined };
  /** Messages of one thread go to one chat, even when the first of them creates it. */
  readonly thread: string;
  /** The draft, which is returned with the change so that it can be edited. */
  readonly draft: string;
}

/** Changes that were made offline. They are sent once and in order when the network is back. */
export interface Outbox {
  /** The changes of the signed-in user, the oldest first. The same in all tabs. */
  readonly waiting$: Behavior<readonly WaitingChange[]>;
  /** Messages that created a chat, with the chat in which their thread continues. */
  readonly chatCreated$: Observable<{ readonly thread: string; readonly chatId: string }>;
  /** @deprecated until 2027-05-31: use chatCreated$. */
  readonly begun$: Observable<{ readonly thread: string; readonly chatId: string }>;
  /** Resolves with whether it is queued. It is not if the browser can't store it, or for a message of a secure chat. */
  readonly addMessage: (message: WaitingMessage) => Promise<boolean>;
  /** Resolves with whether it was canceled. A change that is being sent can't be. */
  readonly cancel: (id: number) => Promise<boolean>;
}

/** The flags of this page. A page is created for one user, so they never change while it is open. */
export interface Flags {
  /**
   * Whether a flag is on, by its full name: `mf-chat.polls`. `standard`, by default false, is used if the environment
   * does not know it.
   */
  isOn(name: string, standard?: boolean): boolean;
}

/** A filler as the owner of the slot sees it: only data, before any of its code is loaded. */
export interface Filler {
  /** Stays the same while the page is open. */
  readonly id: string;
  readonly remote: string;
  /** Empty if the slot shows no labels. */
  readonly label: string;
  readonly icon?: string | undefined;
  readonly group?: string | undefined;
  readonly order: number;
}

/** A mounted filler. The owner shows its states: see `slots/slot.tsx`. */
export interface ShownFiller {
  readonly state$: Behavior<{ readonly kind: 'loading' | 'shown' | 'failed' }>;
  readonly retry: () => void;
  readonly end: () => void;
}

export interface OpenSlots {
  /** The fillers whose conditions hold now, in their order. */
  fillers(slot: string): Observable<readonly Filler[]>;
  /** Loads a filler and mounts it into an element. It fails alone, and the failure is reported for its remote. */
  show(
    filler: Filler,
    place: { readonly element: HTMLElement; readonly input: unknown; readonly close: (result?: unknown) => void },
  ): ShownFiller;
  /** Reports that a filler broke the contract of its slot. Shells before 0.2 do not have it. */
  blame?(filler: Filler, reason: string): void;
  /** Navigates to the page of a link, or opens its dialog. */
  follow(filler: Filler): void;
}

/** Slots: parts of a remote's screen that other remotes fill. */
export interface Slots {
  /** Whether any release of the page fills it, even if its conditions do not hold now. */
  readonly isFilled: (slot: string) => boolean;
  /** Loads the code that mounts fillers. */
  readonly open: () => Promise<OpenSlots>;
}

/** Everything that the shell provides to a mounted remote. A remote sees it through its own contract. */
export interface Host {
  readonly bus: Bus;
  readonly client: Client;
  readonly session: Session;
  readonly navigation: Navigation;
  readonly alerts: Alerts;
  readonly dialogs: Dialogs;
  readonly layout: Layout;
  readonly appearance: Appearance;
  readonly storage: Storage;
  readonly ipInfo$: Behavior<IpInfo | undefined>;
  /** Attribution of the visit: sent with chat calls, never authentication. */
  readonly attribution: { readonly aT?: string; readonly uuid: string };
  readonly online$: Behavior<boolean>;
  /** Set once the first screen is shown. Shells of 0.1 do not have it. */
  readonly outbox$?: Behavior<Outbox | undefined>;
  readonly device: Device;
  /** Without it, in shells of 0.1, each flag has the default of its contract. */
  readonly flags?: Flags;
  /** Without it, in shells of 0.1, a remote shows only its own parts. */
  readonly slots?: Slots;
}

/** The props of a mounted module: the host, its own identity, and the input from its route, slot or dialog. */
export interface MountProps {
  readonly host: Host;
  /** Unique for each instance: two live parcels of one name unmount each other. */
  readonly name: string;
  readonly instance: { readonly remote: string; readonly version: string; readonly expose: string };
  /** Props of a dialog, or empty. */
  readonly input: unknown;
  /** The environment's configuration of the remote. Shells of 0.1 pass none. */
  readonly configuration?: unknown;
  /** Closes the dialog that shows this module. */
  readonly close?: (result?: unknown) => void;
  readonly onFailure?: (error: unknown, phase: 'render' | 'effect') => void;
}
