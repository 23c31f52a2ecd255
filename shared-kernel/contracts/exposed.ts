/**
 * What a remote exposes under one name: a component in one of its files, or, with `#*`, a file that exports lifecycles.
 */
export interface Exposed {
  /** Below the remote's folder. */
  readonly file: string;
  /** Undefined if the file itself exports the lifecycles. */
  readonly component?: string;
}

const componentOf = (file: string): string =>
  (/([\w.-]+)\.\w+$/.exec(file)?.[1] ?? '').replaceAll(/(?:^|[.-])(\w)/g, (_, first: string) => first.toUpperCase());

/**
 * Reads a value of `exposes` or `paints`: `./src/chat/chat-page.tsx` is its `ChatPage`, `./src/chat-page.static.tsx` its
 * `ChatPageStatic`; `#Name` after it names another component.
 */
export const exposedIn = (value: string): Exposed => {
  const [file = '', name = componentOf(value)] = value.split('#');
  return name === '*' ? { file } : { file, component: name };
};
