interface ScriptUrlPolicy {
  createScriptURL(url: string): unknown;
}
interface TrustedTypesWindow {
  readonly trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptUrlPolicy;
  };
}

/**
 * The one way of the page to a script's address, where Trusted Types are enforced: `allowed` decides, everything else
 * throws. A browser without them gets the plain address.
 */
export const createScriptUrls = (allowed: (url: string) => boolean): ((url: string) => string) => {
  const check = (url: string) => {
    if (!allowed(url)) throw new Error(`${url} is no script of this release set.`);
    return url;
  };
  const policy = (globalThis as TrustedTypesWindow).trustedTypes?.createPolicy('atrium', { createScriptURL: check });
  // The DOM takes the trusted object where its types say string.
  return policy ? (url) => policy.createScriptURL(url) as string : check;
};
