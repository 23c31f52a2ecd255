/** The location of an IP address, as far as it is known. */
export interface NetworkLocation {
  /** Two capital letters. */
  readonly country?: string;
  /** The country's own code for the region, such as `WC`. */
  readonly region?: string;
  readonly postal?: string;
  /** In English. */
  readonly city?: string;
}

/** Locates IP addresses. It never throws and leaves out what it does not know. */
export interface LocationPort {
  /** Empty for an address outside the public internet. */
  locate(ip: string): Promise<NetworkLocation>;
}
