/** Where an address is, as far as it is known. */
export interface NetworkLocation {
  /** Two capital letters. */
  readonly country?: string;
  /** The country's own code of the region, as `WC`. */
  readonly region?: string;
  readonly postal?: string;
  /** In English. */
  readonly city?: string;
}

/** Tells where addresses are. It never throws: what it does not know it leaves out. */
export interface LocationPort {
  /** Nothing for an address that is not of the public internet. */
  locate(ip: string): Promise<NetworkLocation>;
}
