/** Keys that are not characters. */
export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowDown' | 'Control+a';

/** A step of the mouse, in CSS pixels of the viewport. */
export type MouseStep = { readonly move: readonly [x: number, y: number] } | 'down' | 'up';

/** A tab with its own profile, driven by the engine's native mouse and keyboard input. */
export interface Tab {
  goto(address: string): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
  address(): Promise<string>;
  /** Runs the body of a function in the page. `input` is its only parameter, and its result has to be JSON. */
  run(body: string, input?: unknown): Promise<unknown>;
  mouse(...steps: readonly MouseStep[]): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Selects files of this machine in the file input that the selector finds. */
  chooseFiles(selector: string, paths: readonly string[]): Promise<void>;
  /** Number of tabs of this profile, including those that the page opened. */
  tabs(): Promise<number>;
  /** Folder for downloads. */
  readonly downloads: string;
  /** Deletes the cookies of the page's site. */
  deleteCookies(): Promise<void>;
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** A running browser, or what starts one for each tab. */
export interface Engine {
  open(): Promise<Tab>;
  close(): Promise<void>;
}

export const viewport = { width: 1440, height: 900 } as const;
