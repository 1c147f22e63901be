/**
 * Whether a host name, as the URL parser writes it, is this machine. Names under `localhost` are not among them: not every
 * resolver keeps them here.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
