const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * The site whose icon stands for a host; undefined for an address and for a name that no public site has. Names below a
 * site are not asked for: an answer could carry what it knows in them.
 */
export const siteOf = (host: string): string | undefined => {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.');
  const [top = ''] = labels.slice(-1);
  if (labels.length < 2 || host.length > 253 || !labels.every((one) => label.test(one)) || !/[a-z]/.test(top))
    return undefined;
  // As co.uk and com.br: what stands before the country is no site of its own.
  const country = top.length === 2 && (labels.at(-2)?.length ?? 0) <= 3;
  return labels.slice(country ? -3 : -2).join('.');
};
