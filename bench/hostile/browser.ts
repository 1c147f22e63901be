/** A client of the console without a browser: keeps cookies and calls operations as the pages do. */
export interface Browser {
  /** Calls an operation. @param body an object, or the raw text of the body */
  call(name: string, body: unknown): Promise<Answer>
  /** Uploads a file to an operation. */
  upload(name: string, fields: object, bytes: Uint8Array): Promise<Answer>
}

export interface Answer {
  status: number
  text: string
}

const SECONDS = 60
/** Of a request that failed, and of the response. */
const LONGEST_SHOWN = 1000

/** Sends one request with a timeout of a minute. Status 0 is a connection that was cut. */
export async function send(url: string | URL, request: RequestInit = {}): Promise<Answer> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(SECONDS * 1000), ...request })
    const text = await response.text()
    if (response.status < 500) return { status: response.status, text }
    const asked = `${request.method ?? 'GET'} ${new URL(url).pathname} ${String(request.body).slice(0, LONGEST_SHOWN)}`
    return { status: response.status, text: `${text.slice(0, LONGEST_SHOWN)} to ${asked}` }
  } catch (error) {
    return { status: 0, text: String(error) }
  }
}

export interface Person {
  email: string
  password: string
  workspace_id: string
}

export async function signIn(url: string, { email, password, workspace_id }: Person): Promise<Browser> {
  const response = await fetch(new URL('/sign-in', url), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ email, password, return_to: '/' }),
  })
  if (response.status !== 303) throw new Error(`Signing in was answered with ${response.status}`)
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const headers = { cookie, origin: url, 'sec-fetch-site': 'same-origin', 'handrail-workspace': workspace_id }
  return {
    call: (name, body) =>
      send(new URL(`/console/operations/${name}`, url), {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    upload: (name, fields, bytes) =>
      send(new URL(`/console/files/${name}`, url), {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/octet-stream',
          'handrail-input': encodeURIComponent(JSON.stringify(fields)),
        },
        // The type of fetch requires a view of a separate buffer.
        body: new Uint8Array(bytes),
      }),
  }
}
