/** The override of a page, as its HTML describes it. */
export interface Override {
  readonly remote: string;
  readonly environment: string;
  /** The version that the environment pins; null where it does not know the remote yet. */
  readonly pinned: string | null;
}

/** Reads the override of a page; undefined where it has none. */
export const readOverride = (document: Document): Override | undefined => {
  const text = document.querySelector('#override')?.textContent;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server of the override writes it into the page
  return text ? (JSON.parse(text) as Override) : undefined;
};

/** Shows for as long as the page is open that one remote differs from the environment, with a button to reset that. */
export const showBanner = (
  document: Document,
  { remote, environment, pinned }: Override,
  reset: () => void,
): HTMLElement => {
  const banner = document.createElement('aside');
  banner.className = 'override-banner';
  banner.setAttribute('aria-label', 'Override');
  const text = document.createElement('span');
  const name = document.createElement('strong');
  name.textContent = remote;
  const instead = pinned === null ? `new in ${environment}` : `instead of ${pinned} in ${environment}`;
  text.append(name, ` from source, ${instead}`);
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Reset';
  button.addEventListener('click', reset);
  banner.append(text, button);
  document.body.append(banner);
  return banner;
};
