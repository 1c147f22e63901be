import { operations } from '@handrail/core'
import { type Browsing, openBrowsing } from '../support/browsing.ts'
import type { Instance } from '../support/instance.ts'

const { createUser } = operations

export const PASSWORD = 'correct horse battery'
const LAPTOP = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'

/** The pages by a name for each. */
export type Pages = Map<string, string>

export interface Walk {
  language: string
  pages: Pages
}

/** A browser that notes what it is shown. */
export interface Walker extends Browsing {
  /** Follows redirects to a page, and notes it. */
  see(name: string, path: string, sent?: Parameters<Browsing['visit']>[1]): Promise<string>
}

export function open({ language, pages }: Walk, app: Instance['app']): Walker {
  const browsing = openBrowsing(app)
  const headers = { 'accept-language': language, 'user-agent': LAPTOP }
  const visit: Browsing['visit'] = (path, sent = {}) =>
    browsing.visit(path, { ...sent, headers: { ...headers, ...sent.headers } })
  return {
    ...browsing,
    visit,
    async see(name, path, sent) {
      let answer = await visit(path, sent)
      while (answer.statusCode === 303) answer = await visit(answer.headers.location ?? '')
      if (!String(answer.headers['content-type']).startsWith('text/html'))
        throw new Error(`${name} is no page: ${answer.statusCode} ${answer.payload.slice(0, 200)}`)
      pages.set(name, answer.payload)
      return answer.payload
    },
  }
}

export async function addUser(
  instance: Instance,
  email: string,
  role: 'owner' | 'admin' | 'viewer' = 'viewer',
): Promise<string> {
  const workspace = await instance.handrail.asSystem(instance.acme.id)
  return (await workspace.invoke(createUser, { email, name: 'Zuse', role, password: PASSWORD })).data.id
}

export async function signedIn(walk: Walk, instance: Instance, email: string): Promise<Walker> {
  const browser = open(walk, instance.app)
  await browser.visit('/sign-in', { form: { email, password: PASSWORD } })
  return browser
}
