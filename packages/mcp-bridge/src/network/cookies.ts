import type { CookieJar } from 'tough-cookie'

/** The cookies of one server, for as long as this process lives: balancers keep a session at one machine with them. */
export interface Cookies {
  /** The header for the next request; empty where there are none. */
  header(): Promise<string>
  keep(headers: readonly string[] | undefined): Promise<void>
}

export function openCookies(url: URL): Cookies {
  let jar: CookieJar | undefined

  return {
    header: async () => jar?.getCookieString(url.href) ?? '',
    async keep(headers = []) {
      if (headers.length === 0) return
      // Most servers have none: the library is loaded for those that do.
      jar ??= new (await import('tough-cookie')).CookieJar()
      for (const header of headers) await jar.setCookie(header, url.href, { ignoreError: true })
    },
  }
}
