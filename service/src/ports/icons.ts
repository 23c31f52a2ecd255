export interface Icon {
  readonly type: string;
  readonly content: Buffer;
}

/** Icons of sites. */
export interface IconsPort {
  /** The icon of a site, from this machine or from the site itself; undefined where there is none. Never throws. */
  readonly of: (site: string) => Promise<Icon | undefined>;
}
