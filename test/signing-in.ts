import { Secret, TOTP } from 'otpauth'

/** What a browser does with the pages of a running service, without one: it keeps cookies, and sends forms with the origin of their page. */
export function openBrowser(first: string) {
  let address = first
  const cookies = new Map<string, string>()

  /** @param form the fields of a form; they are then posted */
  async function visit(path: string, form?: Record<string, string>) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(address + path, {
      redirect: 'manual',
      headers: { cookie, ...(form && { origin: address }) },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return { status: answer.status, to: answer.headers.get('location'), page: await answer.text() }
  }

  /** The token that the forms of a page carry. */
  async function csrfOn(path: string): Promise<string> {
    return /name="csrf" value="([^"]+)"/.exec((await visit(path)).page)?.[1] ?? ''
  }

  return {
    visit,
    csrfOn,
    /** The service has another address from now on. */
    follow(next: string) {
      address = next
    },
  }
}

/** An authenticator app, each of whose codes is another one: a service takes none twice (RFC 6238 section 5.2). */
export function openAuthenticator(base32: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(base32) })
  let last = 0
  return () => {
    last = Math.max(last + 1, totp.counter() - 1)
    return totp.generate({ timestamp: last * totp.period * 1000 })
  }
}
