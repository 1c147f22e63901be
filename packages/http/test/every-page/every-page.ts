import { openInstance } from '../support/instance.ts'
import { seeAccount } from './account.ts'
import { seeApplications } from './applications.ts'
import { seeInvitations } from './invitations.ts'
import { seeSetUp, seeVisitors } from './visitors.ts'
import type { Pages } from './walk.ts'

const MAIL = { mail: { url: 'smtp://127.0.0.1:1', from: 'Handrail <no-reply@example.com>' } }

/** Walks all pages for people that the server renders, in every state, with a browser that asks for a language. */
export async function everyPage(language: string): Promise<Pages> {
  const pages: Pages = new Map()
  await seeSetUp({ language, pages })
  await seeApplications({ language, pages })
  for (const [suffix, core] of Object.entries({ '': {}, ' with mail': MAIL })) {
    const instance = await openInstance('sqlite', {}, core)
    const walk = { language, pages: new Map<string, string>() }
    try {
      for (const see of [seeVisitors, seeAccount, seeInvitations]) await see(walk, instance)
    } finally {
      await instance.close()
    }
    for (const [name, page] of walk.pages) pages.set(`${name}${suffix}`, page)
  }
  return pages
}
