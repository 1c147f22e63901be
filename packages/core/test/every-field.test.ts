import { generateKeyPairSync } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Bound, EVENT_TYPES, type Operation, operations } from '../src/index.ts'
import { invoke, OPERATIONS, RESOURCES, type Resource } from '../src/internal.ts'
import { ENGINES, eventsOf, type Instance, openInstance, publishedGuide } from './instance.ts'
import { addMember } from './people.ts'

const { createContact, createOrganisation, createWorkspace, publishGuide } = operations

/** Operations whose records other operations read, with the reason. */
const ELSEWHERE: Record<string, string> = {
  create_first_workspace: 'it is create_workspace, of the first',
  create_guide_draft: 'it is create_guide, answered as an outline',
  create_import: 'a file on its way to be records: imports have tests of their own',
  create_guide_move: 'a walk along the enrollments of a guide: moves have tests of their own',
  create_export: 'an address that opens for minutes, which exports have tests of',
  create_internal_note: 'on an enrollment, at a step of it, for members: internal notes have tests of their own',
  create_participant: 'a contact or an address, never both: participants have tests of their own',
  create_user: 'a person, who is no record of a workspace: people have tests of their own',
}
/** Input fields that are never shown, with the reason. */
const UNSHOWN: Record<string, string> = {
  'workspace.owner': 'a person of its own, and a member',
  'guide.expires_after_days': 'a setting, which enrollments show: it is read in its row',
  'enrollment.send_invitation': 'a mail, which the outbox shows',
  'webhook_endpoint.headers': 'secrets, of which the names are shown, and what is sent in tests of its own',
  'guide.default_assignee_id': 'a setting, which enrollments show: it is read in its row',
}

/** Fields that write another field, and have tests of their own. */
const OTHER_WAYS: Record<string, string> = {
  metadata_merge: 'a part of metadata',
  position: 'a place among others, which renumbers them',
}

type Fields = Record<string, unknown>

const CREATIONS = OPERATIONS.filter(({ name }) => name.startsWith('create_') && !(name in ELSEWHERE))
const kindOf = ({ name }: Operation) => name.slice(name.indexOf('_') + 1)
const named = (name: string) => OPERATIONS.find((operation) => operation.name === name)

let numbers = 0

/** A unique value for a field, by its schema or, if that is not sufficient, by its name. */
function madeUp(field: string, schema: z.core.JSONSchema.BaseSchema, places: Fields): unknown {
  const own = `a ${field} of its own ${++numbers}`
  const options = schema.enum as unknown[] | undefined
  if (field in places && (options?.includes(places[field]) ?? true)) return places[field]
  const known: Fields = {
    email: `mail${numbers}@example.com`,
    domain: `domain${numbers}.example`,
    url: `https://receiver${numbers}.example.com/hook`,
    events: ['contact.created', EVENT_TYPES[numbers % EVENT_TYPES.length]],
    scopes: ['contacts:read', numbers % 2 === 0 ? 'guides:read' : 'enrollments:read'],
    redirect_uris: [`https://app${numbers}.example/callback`],
    plan: 'own',
    guide_ids: [places.guide_id],
    organisation_ids: [places.organisation_id],
    headers: { 'X-Own': own },
    filters: { query: own },
    sort: numbers % 2 === 0 ? 'created_at' : 'contact_name',
    is_shared: true,
    responsible: 'team',
    internal: false,
    due: { days: 3, from: 'enrolled', calendar_days: true },
    opens: { days: 2, from: 'enrolled' },
    jwks: { keys: [generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })] },
    // Keys are given in one of two ways.
    jwks_uri: null,
  }
  // Only these have a role and keys.
  if (options?.includes('confidential')) return 'confidential'
  if (field in known) return known[field]
  const [type] = (schema.anyOf as z.core.JSONSchema.BaseSchema[] | undefined) ?? [schema]
  if (type?.enum) return type.enum.at(-1)
  switch (type?.type) {
    case 'integer':
      return within(type)
    case 'boolean':
      return numbers % 2 === 0
    case 'array':
      return [madeUp(field, type.items as z.core.JSONSchema.BaseSchema, places)]
    case 'object':
      return type.properties ? fieldsOf(type, places) : { [own]: [own, numbers, { deep: null }] }
    default:
      if (type?.format === 'date') return `2030-01-${String((numbers % 28) + 1).padStart(2, '0')}`
      if (type?.format === 'date-time') return new Date(Date.UTC(2030, 0, 1) + numbers * 60_000).toISOString()
      return own.length > (type?.maxLength ?? own.length) ? String(numbers) : own
  }
}

/** A number that the schema allows. */
function within({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: z.core.JSONSchema.BaseSchema): number {
  return minimum + (numbers % Math.min(400, maximum - minimum + 1))
}

/** A value for every field of a schema, except for ids that preserve existing items. */
function fieldsOf(schema: z.core.JSONSchema.BaseSchema, places: Fields): Fields {
  const { properties = {} } = schema
  const given = Object.entries(properties).filter(([name]) => name !== 'id' && !(name in OTHER_WAYS))
  return Object.fromEntries(
    given.map(([name, one]) => [name, madeUp(name, one as z.core.JSONSchema.BaseSchema, places)]),
  )
}

const inputOf = (operation: Operation, places: Fields) =>
  omit(
    fieldsOf(z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }), places),
    parameters(operation),
  )

const omit = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

const parameters = ({ route }: Operation) => [...(route ?? '').matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** The parameters of the path of a record, including those of the record that it is nested in. */
function pathTo(operation: Operation, id: unknown, places: Fields): Fields {
  const resources: readonly Resource[] = RESOURCES
  const parent = resources.find(({ within }) => operation.route?.includes(` /${within}/:id/`))?.within
  const own = parent === undefined ? [] : parameters(operation).slice(1)
  return parent === undefined
    ? { id }
    : { id: places[`${parent.replace(/s$/, '')}_id`], ...(own[0] && { [own[0]]: id }) }
}

/** Whether a response contains the given value: objects may have additional fields, such as positions. */
function shows(shown: unknown, given: unknown): boolean {
  if (Array.isArray(given))
    return Array.isArray(shown) && given.length === shown.length && given.every((one, i) => shows(shown[i], one))
  if (typeof given !== 'object' || given === null || typeof shown !== 'object' || shown === null)
    return isDeepStrictEqual(shown, given)
  return Object.entries(given).every(([name, one]) => shows((shown as Fields)[name], one))
}

describe.each(ENGINES)('every input field on %s', (engine) => {
  let instance: Instance
  let acme: Bound
  beforeAll(async () => {
    const plans = { own: { entitlements: ['api-access' as const, 'webhooks' as const], limits: {} } }
    instance = await openInstance(engine, { plans })
    acme = instance.acme
  })
  afterAll(() => instance.close())

  /** New records for references of fields, so that no value matches by chance. */
  async function freshPlaces(): Promise<Fields> {
    const contact = { email: `place${++numbers}@example.com`, first_name: 'A' }
    const assignee_id = (await addMember(instance, `member${numbers}@example.com`)).id
    return {
      assignee_id,
      default_assignee_id: assignee_id,
      // The step is the team's: it has no review. Those of contacts are tested where they are reviewed.
      needs_review: false,
      reviewer_id: null,
      organisation_id: (await acme.invoke(createOrganisation, { name: `Place ${numbers}` })).data.id,
      contact_id: (await acme.invoke(createContact, contact)).data.id,
      guide_id: (await publishedGuide(acme)).id,
      // A valid next status of the record.
      status: 'in_progress',
      type: 'form',
      content: { markdown: `content ${numbers}`, fields: [{ name: 'a', label: 'A', kind: 'text', required: true }] },
    }
  }

  const run = async (operation: Operation, input: Fields) => {
    const bound = operation.access === 'instance:manage' ? await instance.handrail.asSystem() : acme
    // One operation returns a single record, the other a list.
    return (await invoke(operation, bound.context, input)).value as { data: Fields & Fields[] }
  }

  /** The record in all responses except the one that wrote it. */
  async function doorsOf(kind: string, id: unknown, places: Fields): Promise<Record<string, Fields>> {
    const doors: Record<string, Fields> = {}
    const get = named(`get_${kind}`)
    if (get && 'id' in get.input.shape) doors.get = (await run(get, pathTo(get, id, places))).data
    const list = named(`list_${kind}s`)
    const parent = list && 'id' in list.input.shape ? pathTo(list, id, places) : {}
    const listed =
      list && (await run(list, { ...parent, ...('per_page' in list.input.shape && { per_page: 100 }) })).data
    const found = listed?.find((one) => one.id === id)
    if (found) doors.list = found
    const told = (await eventsOf(instance, acme)).filter(
      ({ type, data }) => type.startsWith(`${kind}.`) && data.id === id,
    )
    const last = told.at(-1)?.data
    if (last) doors.event = last
    if (kind === 'guide') doors.row = await rowOf(id)
    return doors
  }

  async function rowOf(id: unknown): Promise<Fields> {
    const rows = await instance.handrail.database.read(async ({ db, tables: { guides } }) => db.select().from(guides))
    return rows.find((row) => row.id === id) ?? {}
  }

  async function expectEverywhere(kind: string, given: Fields, answer: Fields, places: Fields): Promise<void> {
    const doors = await doorsOf(kind, answer.id, places)
    expect(Object.keys(doors), `nothing reads a ${kind} back`).not.toEqual([])
    for (const [field, value] of Object.entries(given)) {
      const showing = Object.entries({ ...doors, answer }).filter(([, record]) => field in record)
      const others = showing.filter(([door]) => door !== 'answer')
      if (!(`${kind}.${field}` in UNSHOWN) || others.length > 0)
        expect(others, `${kind}.${field} is given, and shown nowhere`).not.toEqual([])
      for (const [door, record] of showing)
        expect(shows(record[field], value), `${kind}.${field} by ${door}: ${JSON.stringify(record[field])}`).toBe(true)
    }
    // Includes fields added by the service.
    for (const [door, record] of Object.entries(doors))
      for (const field of Object.keys(answer).filter((name) => name in record))
        expect(record[field], `${kind}.${field} by ${door}`).toEqual(answer[field])
  }

  test.each(CREATIONS.map((operation) => [kindOf(operation), operation] as const))(
    'is stored and shown after creating a new %s',
    async (kind, create) => {
      const places = await freshPlaces()
      const given = inputOf(create, places)
      const parent = 'id' in create.input.shape ? pathTo(create, undefined, places) : {}
      let answer = (await run(create, { ...parent, ...given })).data as Fields
      const publish = async () => {
        if (kind === 'guide') answer = (await acme.invoke(publishGuide, { id: String(answer.id) })).data
      }
      await publish()
      await expectEverywhere(kind, given, answer, places)

      const update = named(`update_${kind}`)
      // Members update the workspace without an id: it has a test of its own.
      if (!update || !('id' in update.input.shape)) return
      const changes = inputOf(update, await freshPlaces())
      answer = (await run(update, { ...pathTo(update, answer.id, places), ...changes })).data
      await publish()
      await expectEverywhere(kind, changes, answer, places)
    },
  )

  test('is tested for every record that can be created', async () => {
    const created = CREATIONS.map(kindOf)
    expect(created).toEqual(
      expect.arrayContaining(['contact', 'organisation', 'enrollment', 'webhook_endpoint', 'guide']),
    )
    const unread = created.filter((kind) => !named(`get_${kind}`) && !named(`list_${kind}s`))
    expect(unread).toEqual([])
    // The tests above use it as the operator.
    expect(createWorkspace.access).toBe('instance:manage')
  })
})
