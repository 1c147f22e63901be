import { type Attack, type Attacker, repeated } from '../attack.ts'
import { type Answer, send } from '../browser.ts'

/** Sends JSON with the attacker's key. @returns the answer, and its data */
async function ask({ url, token }: Attacker, path: string, body: object): Promise<Answer & { data: Made }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await send(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) })
  return { ...answer, data: dataOf(answer) }
}

interface Made {
  id?: string
  access_token?: string
  results?: { id: string }[]
}

function dataOf({ status, text }: Answer): Made {
  return status >= 200 && status < 300 ? JSON.parse(text).data : {}
}

const sections = (count: number) =>
  Array.from({ length: 100 }, (_, s) => ({
    title: `Section ${s}`,
    steps: Array.from({ length: count / 100 }, (_, i) => ({ title: `Step ${s} ${i}` })),
  }))

/** Contacts of the attacker. @returns their ids */
async function contacts(attacker: Attacker, count: number): Promise<string[]> {
  const items = Array.from({ length: count }, () => ({
    action: 'create',
    data: { email: `${crypto.randomUUID()}@b.example`, first_name: 'A' },
  }))
  const { data } = await ask(attacker, '/api/v1/contacts/batch', { batch: { items } })
  return (data.results ?? []).map(({ id }) => id)
}

/** Attacks by records as large, and by changes of as many, as are allowed. */
export const LARGE: Attack[] = [
  {
    name: 'a guide of 10,000 steps: published, opened and previewed',
    async run(attacker) {
      const { admin, url } = attacker
      const made = await admin.call('create_guide', { title: 'Large', sections: sections(10_000) })
      const { id } = dataOf(made)
      const published = await admin.call('publish_guide', { id })
      const [contact_id] = await contacts(attacker, 1)
      const enrolled = await ask(attacker, '/api/v1/enrollments', { enrollment: { contact_id, guide_id: id } })
      const opened = await repeated(10, () => send(new URL(`/g/${enrolled.data.access_token}`, url)))
      const drafts = await repeated(10, () => admin.call('get_guide_draft', { id }))
      const previews = await repeated(3, () => admin.call('preview_guide', { id, sections: sections(10_000) }))
      return [made, published, enrolled, ...opened, ...drafts, ...previews]
    },
  },
  {
    name: '100 contacts at a time: moved, deleted and restored',
    async run(attacker) {
      const { admin } = attacker
      const { data } = await ask(attacker, '/api/v1/organisations', { organisation: { name: 'Moved' } })
      return (
        await Promise.all(
          Array.from({ length: 5 }, async () => {
            const ids = await contacts(attacker, 100)
            const moved = await admin.call('move_contacts', { ids, organisation_id: data.id })
            const deleted = await admin.call('delete_contacts', { ids })
            return [moved, deleted, await admin.call('restore_contacts', { ids })]
          }),
        )
      ).flat()
    },
  },
]
