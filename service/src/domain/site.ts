const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * The registrable domain whose icon represents a host; undefined for an IP address or a name without a public site.
 * Subdomains are never requested, because they could leak information from an answer.
 */
export const siteOf = (host: string): string | undefined => {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.');
  const [top = ''] = labels.slice(-1);
  if (labels.length < 2 || host.length > 253 || !labels.every((one) => label.test(one)) || !/[a-z]/.test(top))
    return undefined;
  // In suffixes such as co.uk and com.br, the part before the country is not a site of its own.
  const country = top.length === 2 && (labels.at(-2)?.length ?? 0) <= 3;
  return labels.slice(country ? -3 : -2).join('.');
};
