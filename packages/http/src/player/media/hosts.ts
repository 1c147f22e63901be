/** Something of another site that a page can show in a frame. */
export interface Framed {
  /** The address in the frame. */
  src: string
  /** The origin that the page can frame. */
  origin: string
  /** Whom the reader hears of before anything is loaded. */
  host: string
}

/** The page that an embed step shows; undefined where its host is on no list, and it becomes a link. */
export function embedOf(address: string, hosts: readonly string[]): Framed | undefined {
  const url = new URL(address)
  const { hostname } = url
  if (url.protocol !== 'https:' || url.port !== '' || url.username !== '') return undefined
  if (!hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))) return undefined
  return { src: url.href, origin: url.origin, host: plainHost(address) }
}

/** The host of an address as people know it. */
export function plainHost(address: string): string {
  return new URL(address).hostname.replace(/^www\./, '')
}
