import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { PUBLIC_URL } from './instance.ts'

interface Sent {
  headers?: Record<string, string>
  /** The fields of a form; they are then posted, from a page of ours. */
  form?: Record<string, string>
}

/** What a browser does with pages, without one: it keeps cookies, and sends forms with the origin of their page. */
export function openBrowsing(app: FastifyInstance) {
  const cookies = new Map<string, string>()

  async function visit(path: string, { headers = {}, form }: Sent = {}): Promise<LightMyRequestResponse> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await app.inject({
      method: form ? 'POST' : 'GET',
      url: path,
      headers: {
        cookie,
        ...(form && { origin: PUBLIC_URL, 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    })
    for (const { name, value } of response.cookies) {
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  /** The token that the forms of a page carry. */
  async function csrfOn(path: string): Promise<string> {
    return /name="csrf" value="([^"]+)"/.exec((await visit(path)).payload)?.[1] ?? ''
  }

  return { visit, csrfOn, cookies }
}

export type Browsing = ReturnType<typeof openBrowsing>
