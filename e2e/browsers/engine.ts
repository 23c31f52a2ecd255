/** Keys that are no letters. */
export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowDown' | 'Control+a';

/** A step of the mouse, in CSS pixels of the viewport. */
export type MouseStep = { readonly move: readonly [x: number, y: number] } | 'down' | 'up';

/** A tab with its own profile, driven by the engine's native mouse and keyboard input. */
export interface Tab {
  goto(address: string): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
  address(): Promise<string>;
  /** Runs the body of a function in the page; `input` is its one parameter, its answer is JSON. */
  run(body: string, input?: unknown): Promise<unknown>;
  mouse(...steps: readonly MouseStep[]): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** Gives files of this machine to the input that the selector finds. */
  chooseFiles(selector: string, paths: readonly string[]): Promise<void>;
  /** How many tabs this profile shows, with those that the page opened. */
  tabs(): Promise<number>;
  /** The folder that downloads go to. */
  readonly downloads: string;
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** A running browser, or what starts one for each tab. */
export interface Engine {
  open(): Promise<Tab>;
  close(): Promise<void>;
}

export const viewport = { width: 1440, height: 900 } as const;
