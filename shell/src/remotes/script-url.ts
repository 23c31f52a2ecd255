interface ScriptUrlPolicy {
  /** The DOM takes the trusted object that this gives where its types say string. */
  createScriptURL(url: string): string;
}
declare global {
  /** Not in the DOM types of TypeScript, nor in every browser. */
  // oxlint-disable-next-line no-var -- a property of the global object can only be declared so
  var trustedTypes:
    | { createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptUrlPolicy }
    | undefined;
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
  const { trustedTypes } = globalThis;
  const policy = trustedTypes?.createPolicy('atrium', { createScriptURL: check });
  return policy ? (url) => policy.createScriptURL(url) : check;
};
