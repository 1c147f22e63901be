import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance, publishedGuide } from '../../../test/instance.ts'
import { type Bound, operations } from '../../index.ts'

const {
  batchEnrollments,
  createApiKey,
  createContact,
  createEnrollment,
  createParticipant,
  createWebhookEndpoint,
  getEmail,
  getEnrollment,
  getEvent,
  getWebhookDelivery,
  listApiKeys,
  listEmails,
  listEnrollments,
  listEvents,
  listParticipants,
  listWebhookDeliveries,
  renewParticipantLink,
  sendInvitation,
  updateEnrollment,
  updateWebhookEndpoint,
} = operations

describe.each(ENGINES)('the link of a contact on %s', (engine) => {
  let instance: Instance
  let guide_id: string
  let people = 0
  beforeAll(async () => {
    instance = await openInstance(engine)
    guide_id = (await publishedGuide(instance.acme)).id
  })
  afterAll(() => instance.close())

  async function enroll(by: Bound = instance.acme) {
    const fields = { email: `p${++people}@example.com`, first_name: 'P' }
    const { data: contact } = await instance.acme.invoke(createContact, fields)
    return (await by.invoke(createEnrollment, { contact_id: contact.id, guide_id })).data
  }

  test.each([
    ['that may only read', ['enrollments:read'], [false, false, false]],
    ['that writes', ['enrollments:read', 'enrollments:write'], [true, false, false]],
    ['with enrollments:links', ['enrollments:read', 'enrollments:links'], [true, true, true]],
  ] as const)(
    'is shown to an API key %s: of what it made, of other enrollments, and in mail',
    async (_, scopes, shown) => {
      const { token } = (await instance.acme.invoke(createApiKey, { name: 'K', scopes: [...scopes] })).data
      const key = await instance.handrail.asToken(token)
      const maker = scopes.some((scope) => scope === 'enrollments:write') ? key : instance.acme
      const [own, other] = [await enroll(maker), await enroll()]
      await instance.acme.invoke(sendInvitation, { id: other.id })
      const { data: participant } = await instance.acme.invoke(createParticipant, {
        id: other.id,
        email: `p${++people}@example.com`,
        first_name: 'P',
      })
      const [mail] = (await key.invoke(listEmails, { enrollment_id: other.id })).data
      const read = async (id: string) => [
        (await key.invoke(getEnrollment, { id })).data,
        (await key.invoke(listEnrollments, {})).data.filter((one) => one.id === id),
      ]
      const ofOther = [...(await read(other.id)), (await key.invoke(listParticipants, { id: other.id })).data]
      const mailed = (await key.invoke(getEmail, { id: mail?.id ?? '' })).data
      const has = (value: unknown, secret: string | null) => JSON.stringify(value).includes(secret ?? 'none')
      const secrets = [other.access_token, participant.access_token]
      const isOfOther = secrets.some((secret) => has(ofOther, secret))
      expect([has(await read(own.id), own.access_token), isOfOther, has(mailed, other.access_token)]).toEqual(shown)
      if (isOfOther) return
      expect(ofOther[0]).toMatchObject({ access_token: null, url: null })
    },
  )

  test('is shown to a token that writes in the answers about what it made alone', async () => {
    const scopes = ['enrollments:read', 'enrollments:write', 'contacts:read', 'contacts:write'] as const
    const { token } = (await instance.acme.invoke(createApiKey, { name: 'W', scopes: [...scopes] })).data
    const key = await instance.handrail.asToken(token)
    const [own, other] = [await enroll(key), await enroll()]
    const metadata = { seen: 1 }
    for (const [id, link] of [
      [own.id, own.access_token],
      [other.id, null],
    ] as const) {
      expect((await key.invoke(updateEnrollment, { id, metadata })).data.access_token).toBe(link)
      const input = { items: [{ action: 'update' as const, id, data: { metadata: { seen: 2 } } }] }
      const { url } = (await key.invoke(batchEnrollments, input)).data.results[0] ?? {}
      expect(url?.split('/').at(-1) ?? null).toBe(link)
      const email = `p${++people}@example.com`
      const { data: added } = await key.invoke(createParticipant, { id, email, first_name: 'P' })
      expect(added.access_token).toMatch(/^[\w-]{43}$/)
      const place = { id, participant_id: added.id }
      expect((await key.invoke(renewParticipantLink, place)).data.access_token).toMatch(/^[\w-]{43}$/)
    }
    const email = `p${++people}@example.com`
    const { data: foreign } = await instance.acme.invoke(createParticipant, { id: other.id, email, first_name: 'P' })
    const place = { id: other.id, participant_id: foreign.id }
    expect((await key.invoke(renewParticipantLink, place)).data).toMatchObject({ access_token: null, url: null })
  })

  test('is in events for those who may see links, and for addresses that such a person or token chose', async () => {
    const keyWith = async (...scopes: ('webhooks:manage' | 'enrollments:links')[]) =>
      instance.handrail.asToken((await instance.acme.invoke(createApiKey, { name: 'H', scopes })).data.token)
    const [hooks, both] = [await keyWith('webhooks:manage'), await keyWith('webhooks:manage', 'enrollments:links')]
    const endpoint = async (bound: Bound, host: string) =>
      (await bound.invoke(createWebhookEndpoint, { url: `https://${host}.example/`, events: ['enrollment.created'] }))
        .data
    const [ours, theirs, shown] = [
      await endpoint(instance.acme, 'ours'),
      await endpoint(hooks, 'theirs'),
      await endpoint(both, 'shown'),
    ]
    expect([ours.shows_links, theirs.shows_links, shown.shows_links]).toEqual([true, false, true])
    const { access_token } = await enroll()
    const seen = async (bound: Bound, { id }: { id: string }) => {
      const [delivery] = (await bound.invoke(listWebhookDeliveries, { id })).data
      const place = { id, delivery_id: delivery?.id ?? '' }
      const { request_body } = (await bound.invoke(getWebhookDelivery, place)).data
      return String(request_body).includes(access_token)
    }
    expect([await seen(instance.acme, ours), await seen(instance.acme, theirs), await seen(both, shown)]).toEqual([
      true,
      false,
      true,
    ])
    expect(await seen(hooks, ours)).toBe(false)
    const [event] = (await hooks.invoke(listEvents, { event: 'enrollment.created' })).data
    expect(event?.data).toMatchObject({ access_token: null, url: null })
    expect((await hooks.invoke(getEvent, { id: event?.id ?? '' })).data.data).toEqual(event?.data)
    // The address counts, not the other settings.
    const change = (bound: Bound, changes: object) =>
      bound.invoke(updateWebhookEndpoint, { id: ours.id, ...changes }).then(({ data }) => data.shows_links)
    expect(await change(hooks, { description: 'x' })).toBe(true)
    expect(await change(hooks, { url: 'https://elsewhere.example/' })).toBe(false)
    expect(await change(instance.acme, { description: 'y' })).toBe(false)
    expect(await change(instance.acme, { url: 'https://elsewhere.example/' })).toBe(true)
  })

  test('stays visible to keys of earlier releases that write enrollments, and not to those that read', async () => {
    const keyOf = async (name: string, scopes: string[]) =>
      (await instance.acme.invoke(createApiKey, { name, scopes })).data.id
    const [writer, reader, both] = [
      await keyOf('writer', ['enrollments:read', 'enrollments:write']),
      await keyOf('reader', ['enrollments:read']),
      await keyOf('both', ['enrollments:write', 'enrollments:links']),
    ]
    const file = new URL(`../../../migrations/${engine}/0069_keys-with-links.sql`, import.meta.url)
    const statements = readFileSync(file, 'utf8').split('--> statement-breakpoint')
    await instance.handrail.database.write(async ({ connection }) => {
      for (const statement of statements) await connection.run(statement, [])
    })
    const keys = new Map((await instance.acme.invoke(listApiKeys, {})).data.map(({ id, scopes }) => [id, scopes]))
    expect([writer, reader, both].map((id) => keys.get(id))).toEqual([
      ['enrollments:read', 'enrollments:write', 'enrollments:links'],
      ['enrollments:read'],
      ['enrollments:write', 'enrollments:links'],
    ])
  })
})
