/** Where the service listens. */
export type Upstream = { readonly socketPath: string } | { readonly host: string; readonly port: number };

/**
 * The address of the service: SERVICE_SOCKET, otherwise SERVICE_URL. Throws a sentence if the URL is not one of http,
 * the only protocol in which the service is contacted.
 */
export const upstreamIn = (env: NodeJS.ProcessEnv): Upstream => {
  const socketPath = env['SERVICE_SOCKET'];
  if (socketPath) return { socketPath };
  const given = env['SERVICE_URL'] || 'http://127.0.0.1:8081';
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol !== 'http:')
    throw new Error(`SERVICE_URL is ${given}, which is not an address of the form http://service:8081.`);
  return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(url.port || 80) };
};
