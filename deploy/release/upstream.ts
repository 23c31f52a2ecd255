/** Where the service listens. */
export type Upstream = { readonly socketPath: string } | { readonly host: string; readonly port: number };

/** The address of the service: SERVICE_SOCKET, otherwise SERVICE_URL. */
export const upstreamIn = (env: NodeJS.ProcessEnv): Upstream => {
  const socketPath = env['SERVICE_SOCKET'];
  if (socketPath) return { socketPath };
  const { hostname, port } = new URL(env['SERVICE_URL'] ?? 'http://127.0.0.1:8081');
  return { host: hostname, port: Number(port || 80) };
};
