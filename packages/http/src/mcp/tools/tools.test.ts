import { ALL_SCOPES, type Caller, operations } from '@handrail/core'
import { OPERATIONS } from '@handrail/core/internal'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../../test/support/instance.ts'
import { send } from '../../../test/support/mcp.ts'
import { createTools } from './tools.ts'

const { createGuide } = operations

const UNKNOWN = '01900000-0000-7000-8000-000000000000'

/** The table of the specification. */
const SPECIFIED: [string, string][] = [
  ['list_contacts', 'contacts:read'],
  ['get_contact', 'contacts:read'],
  ['create_contact', 'contacts:write'],
  ['update_contact', 'contacts:write'],
  ['list_organisations', 'organisations:read'],
  ['get_organisation', 'organisations:read'],
  ['create_organisation', 'organisations:write'],
  ['update_organisation', 'organisations:write'],
  ['list_enrollments', 'enrollments:read'],
  ['get_enrollment', 'enrollments:read'],
  ['create_enrollment', 'enrollments:write'],
  ['update_enrollment', 'enrollments:write'],
  ['list_guides', 'guides:read'],
  ['get_guide', 'guides:read'],
  ['list_webhook_endpoints', 'webhooks:manage'],
  ['create_webhook_endpoint', 'webhooks:manage'],
  ['update_webhook_endpoint', 'webhooks:manage'],
]

function listed(scopes: readonly string[]) {
  // The list looks at nothing but these.
  return createTools().listFor({ kind: 'oauth', rights: new Set(scopes) } as unknown as Caller, true)
}

function operationOf(tool: string) {
  return OPERATIONS.find(({ name, tool: described }) => described && (described.name ?? name) === tool)
}

/** The scopes of the specification: with all of them, its tools are listed and no others. */
const SPECIFIED_SCOPES = [...new Set(SPECIFIED.map(([, scope]) => scope))]

/** All names and values in a schema. */
function wordsIn(schema: unknown): string[] {
  return [...JSON.stringify(schema).matchAll(/"(\w+)"/g)].map(([, word = '']) => word)
}

function descriptionsIn(schema: object): string {
  return [...JSON.stringify(schema).matchAll(/"description":"([^"]*)"/g)].map(([, text]) => text).join(' ')
}

describe('definitions of tools', () => {
  test('are the tools of the specification, in its order, for a token with its scopes', () => {
    expect(listed(SPECIFIED_SCOPES).tools.map(({ name }) => name)).toEqual(SPECIFIED.map(([name]) => name))
  })

  test.each(SPECIFIED_SCOPES)('with %s alone are the tools of that scope', (scope) => {
    const opened = SPECIFIED.filter(([, needed]) => needed === scope).map(([name]) => name)
    expect(listed([scope]).tools.map(({ name }) => name)).toEqual(opened)
  })

  test('stay under 17.5 KB, since every conversation pays for them', () => {
    expect(Buffer.byteLength(listed(SPECIFIED_SCOPES).text)).toBeLessThan(17.5 * 1024)
  })

  test('beyond the specification stay under 16 KB, and with it under 33.5 KB', () => {
    const own = listed(ALL_SCOPES).tools.filter(({ name }) => operationOf(name)?.tool?.scope)
    const bytes = Buffer.byteLength(JSON.stringify(own))
    expect(bytes).toBeLessThan(16 * 1024)
    expect(bytes + Buffer.byteLength(listed(SPECIFIED_SCOPES).text)).toBeLessThan(33.5 * 1024)
  })

  test('take the fields of the operation except hidden ones, with ids as uuid without a pattern', () => {
    for (const { name, title, inputSchema, outputSchema, annotations } of listed(ALL_SCOPES).tools) {
      const operation = operationOf(name)
      const hidden = ['include_deleted', ...(operation?.tool?.hides ?? []), ...(operation?.tool?.leavesOut ?? [])]
      const fields = Object.keys(operation?.input.shape ?? {}).filter((field) => !hidden.includes(field))
      expect(Object.keys(inputSchema.properties ?? {}).sort()).toEqual(fields.sort())
      expect(inputSchema.additionalProperties).toBe(false)
      expect(JSON.stringify(inputSchema)).not.toContain('pattern')
      for (const [field, schema] of Object.entries(inputSchema.properties ?? {}))
        if (/(^|_)id$/.test(field) && field !== 'external_id')
          expect(schema, `${name}.${field}`).toMatchObject({ format: 'uuid' })
      expect(title?.toLowerCase().replaceAll(' ', '_')).toBe(name)
      // Definitions cost tokens: our own tools say what they answer in words.
      if (operation?.tool?.scope) {
        expect(outputSchema, name).toBeUndefined()
        continue
      }
      expect(outputSchema).toMatchObject({ type: 'object', properties: { data: {} } })
      expect(annotations).toMatchObject({ readOnlyHint: /^(list|get)_/.test(name) })
      if (name.startsWith('list_')) expect(outputSchema).toHaveProperty('properties.meta.properties.next_cursor')
    }
  })

  test('mention only arguments of their schema, and only existing fields of the API', () => {
    const { tools } = listed(SPECIFIED_SCOPES)
    const everywhere = new Set(tools.flatMap(({ name, outputSchema }) => [name, ...wordsIn(outputSchema)]))
    for (const { name, description, inputSchema } of tools) {
      const operation = OPERATIONS.find((each) => each.name === name)
      const told = [description, descriptionsIn(inputSchema), ...Object.values(operation?.tool?.remedies ?? {})].join(
        ' ',
      )
      const mentioned = [...told.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].map(([word]) => word)
      const taken = Object.keys(inputSchema.properties ?? {})
      for (const word of mentioned) {
        const isOwn = Object.hasOwn(operation?.input.shape ?? {}, word)
        if (isOwn) expect(taken, `${name} mentions ${word}`).toContain(word)
        else expect([...everywhere, ...wordsIn(inputSchema)], `${name} mentions ${word}`).toContain(word)
      }
    }
    // Of what broke this once.
    const argumentsOf = (name: string) =>
      Object.keys(tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {})
    expect(argumentsOf('list_contacts')).toEqual(
      expect.arrayContaining(['updated_since', 'guide_id', 'enrollment_status', 'organisation_id']),
    )
    expect(argumentsOf('update_enrollment')).toContain('metadata_merge')
  })

  test('mention no tool that does not exist', () => {
    const { tools } = listed(ALL_SCOPES)
    const names = tools.map(({ name }) => name)
    for (const { description = '' } of tools)
      for (const [mentioned] of description.matchAll(/\b(?:list|get|create|update|delete)_\w+/g))
        expect(names).toContain(mentioned)
  })
})

describe('failures of tools name the next step', () => {
  let instance: Instance
  let contact_id: string
  let other_id: string
  let completed_id: string
  let draft_id: string
  beforeAll(async () => {
    instance = await openInstance('sqlite')
    contact_id = (await succeed('create_contact', { email: 'zoe@harbour.example', first_name: 'Zoe' })).id
    const other = { email: 'ben@harbour.example', first_name: 'Ben', external_id: 'CRM-1' }
    other_id = (await succeed('create_contact', other)).id
    await succeed('create_enrollment', { contact_id, guide_id: instance.acme.guide_id })
    const finished = await succeed('create_enrollment', { contact_id: other_id, guide_id: instance.acme.guide_id })
    completed_id = finished.id
    await succeed('update_enrollment', { id: completed_id, status: 'completed' })
    const workspace = await instance.handrail.asSystem(instance.acme.id)
    draft_id = (await workspace.invoke(createGuide, { title: 'Draft' })).data.id
  })
  afterAll(() => instance.close())

  async function call(name: string, given: object) {
    const { status, body } = await send(instance, 'modern', {
      method: 'tools/call',
      params: { name, arguments: given },
    })
    expect(status).toBe(200)
    return body.result
  }

  async function succeed(name: string, given: object) {
    const { isError, structuredContent, content } = await call(name, given)
    expect(isError, JSON.stringify(content)).toBeUndefined()
    expect(JSON.parse(content[0].text)).toEqual(structuredContent)
    return structuredContent.data
  }

  async function failureOf(name: string, given: object): Promise<string> {
    const { isError, content, structuredContent } = await call(name, given)
    expect([isError, structuredContent]).toEqual([true, undefined])
    return content[0].text
  }

  test.each(SPECIFIED)('%s refuses an unknown argument by its name', async (name) => {
    const failure = await failureOf(name, { id: UNKNOWN, colour_id: 'red' })
    const known = Object.keys(listed(ALL_SCOPES).tools.find((each) => each.name === name)?.inputSchema.properties ?? {})
    expect(failure).toContain('colour_id is not a known field')
    expect(/Known arguments are (.*?)\./.exec(failure)?.[1]?.split(', ').sort()).toEqual(known.sort())
  })

  test.each([
    ['get_contact', 'list_contacts'],
    ['update_contact', 'list_contacts'],
    ['get_organisation', 'list_organisations'],
    ['update_organisation', 'list_organisations'],
    ['get_enrollment', 'list_enrollments'],
    ['update_enrollment', 'list_enrollments'],
    ['get_guide', 'list_guides'],
    ['update_webhook_endpoint', 'list_webhook_endpoints'],
  ])('%s without such a record points to %s', async (name, lister) => {
    const absent = `No record of this workspace has this id. Find the id with ${lister}.`
    expect(await failureOf(name, { id: UNKNOWN })).toBe(absent)
    expect(await failureOf(name, { id: 'the first one' })).toBe(absent)
  })

  test.each<[string, () => object, string]>([
    [
      'create_contact',
      () => ({}),
      "email can't be blank; first_name can't be blank. Correct these arguments and call again.",
    ],
    [
      'create_contact',
      () => ({ email: 'ZOE@harbour.example', first_name: 'Zoe' }),
      'email has already been taken. Find the contact with list_contacts and this email, and use update_contact instead.',
    ],
    [
      'create_contact',
      () => ({ email: 'x@harbour.example', first_name: 'X', organisation_id: UNKNOWN }),
      'organisation_id does not exist. Find the id with list_organisations, then call again.',
    ],
    [
      'create_enrollment',
      () => ({ contact_id: UNKNOWN, guide_id: UNKNOWN }),
      'contact_id does not exist; guide_id does not exist. Find the id with list_contacts and list_guides, then call again.',
    ],
    [
      'create_enrollment',
      () => ({ contact_id, guide_id: instance.acme.guide_id }),
      'contact_id is already enrolled in this guide. Find the enrollment with list_enrollments and this contact_id and guide_id, and use that one.',
    ],
    [
      'list_enrollments',
      () => ({ status: 'done' }),
      'status must be one of invited, in_progress, completed, expired. Correct these arguments and call again.',
    ],
    [
      'list_contacts',
      () => ({ page: 1, cursor: '' }),
      'cursor cannot be combined with page. Begin with cursor "" and without page, and continue with the meta.next_cursor of each answer.',
    ],
    [
      'list_contacts',
      () => ({ cursor: 'made up' }),
      'cursor is not a cursor of this list. Begin with cursor "" and without page, and continue with the meta.next_cursor of each answer.',
    ],
    [
      'list_contacts',
      () => ({ email: '', organisation_id: null, cursor: null, per_page: 0 }),
      "per_page must be at least 1; cursor can't be blank; organisation_id can't be blank. Correct these arguments and call again. Leave out arguments that have no value, and call again.",
    ],
    [
      'create_contact',
      () => ({ email: 'y@harbour.example', first_name: 'Y', external_id: 'CRM-1' }),
      'external_id has already been taken. Another contact has this external_id: use another, or omit it.',
    ],
    [
      'update_contact',
      () => ({ id: other_id, email: 'zoe@harbour.example' }),
      'email has already been taken. Another contact has this email: find it with list_contacts.',
    ],
    ['get_contact', () => ({ id: 5 }), 'id must be a string. Find the id with list_contacts, then call again.'],
    [
      'create_enrollment',
      () => ({ contact_id: 'Zoe', guide_id: instance.acme.guide_id }),
      'contact_id is not a valid id. Find the id with list_contacts, then call again.',
    ],
    [
      'create_enrollment',
      () => ({ contact_id: other_id, guide_id: draft_id }),
      'guide_id is not published. Choose a guide from list_guides.',
    ],
    [
      'update_enrollment',
      () => ({ id: completed_id, status: 'in_progress' }),
      'status cannot change from completed to in_progress. See it with get_enrollment: completed is final, and no status changes back to invited.',
    ],
    ['create_organisation', () => ({}), "name can't be blank. Correct these arguments and call again."],
  ])('%s', async (name, given, text) => {
    expect(await failureOf(name, given())).toBe(text)
  })

  test('an internal error is logged, and does not show its cause', async () => {
    const failing = await openInstance('sqlite')
    // Nothing that a caller could cause.
    const damaged = new Sqlite(failing.database)
    damaged.exec('alter table organisations rename to elsewhere')
    damaged.close()
    const { body, headers } = await send(failing, 'modern', {
      method: 'tools/call',
      params: { name: 'get_organisation', arguments: { id: UNKNOWN } },
    })
    expect(body.result.isError).toBe(true)
    expect(body.result.content[0].text).toBe(
      `The service failed; your call was valid. Do not repeat it; tell the user the request id ${headers['x-request-id']}.`,
    )
    expect(failing.logged.join('')).toContain(headers['x-request-id'])
    await failing.close()
  })
})
