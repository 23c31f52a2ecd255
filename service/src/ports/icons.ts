export interface Icon {
  readonly type: string;
  readonly content: Buffer;
}

/** Icons of sites. */
export interface IconsPort {
  /** The icon of a site, from the cache or from the site itself; undefined if there is none. Never throws. */
  readonly of: (site: string) => Promise<Icon | undefined>;
}
