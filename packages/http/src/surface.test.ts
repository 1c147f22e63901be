import { ALL_SCOPES, DECLARED_RIGHTS } from '@handrail/core/contract'
import { OPERATIONS } from '@handrail/core/internal'
import stringify from 'json-stringify-pretty-compact'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Instance, openInstance, SPECIFIED_SCOPES } from '../test/support/instance.ts'
import { send, sendShowingViews } from '../test/support/mcp.ts'

/**
 * What other programs are built on, kept word for word in `test/surface/`: whoever changes it sees in the difference
 * what they break. `pnpm vitest run packages/http/src/surface.test.ts -u` writes it anew.
 */
let instance: Instance
beforeAll(async () => {
  instance = await openInstance('sqlite')
})
afterAll(() => instance.close())

const kept = (name: string) => `../test/surface/${name}.json`
const pretty = (value: unknown) => `${stringify(value, { maxLength: 2000 })}\n`

test('the OpenAPI document', async () => {
  const { body } = await instance.call({ path: '/api/v1/openapi.json' })
  await expect(pretty(body)).toMatchFileSnapshot(kept('openapi'))
})

test('the tools of the MCP server for the scopes of the specification', async () => {
  const token = await instance.acme.key(SPECIFIED_SCOPES)
  const { body } = await send(instance, 'modern', { method: 'tools/list', token })
  await expect(pretty(body.result.tools)).toMatchFileSnapshot(kept('tools'))
})

test('the tools of the MCP server beyond the specification', async () => {
  const listed = async (scopes: readonly string[]): Promise<{ name: string }[]> => {
    const token = await instance.acme.key(scopes)
    return (await sendShowingViews(instance, 'modern', { method: 'tools/list', token })).body.result.tools
  }
  const specified = new Set((await listed(SPECIFIED_SCOPES)).map(({ name }) => name))
  const own = (await listed(ALL_SCOPES)).filter(({ name }) => !specified.has(name))
  await expect(pretty(own)).toMatchFileSnapshot(kept('own-tools'))
})

test('the types of events, with schemas and examples', async () => {
  const { body } = await instance.call({ path: '/api/v1/webhook_endpoints/event_types' })
  await expect(pretty(body.data)).toMatchFileSnapshot(kept('event-types'))
})

test('the rights, and the lowest role that has each, or who else does', async () => {
  const rows = Object.entries(DECLARED_RIGHTS).map(([name, { holder, scope }]) => ({
    name,
    holder,
    scope: scope !== undefined,
  }))
  await expect(pretty(rows)).toMatchFileSnapshot(kept('rights'))
})

test('the operations, and what each requires', async () => {
  const rows = OPERATIONS.map((operation) => ({
    name: operation.name,
    access: operation.access,
    ...(operation.scope && { scope: operation.scope }),
    ...(operation.does && { does: operation.does }),
    ...(operation.optionally && { optionally: operation.optionally }),
    route: operation.route,
    body: operation.body,
    status: operation.status,
    tool: operation.tool !== undefined,
    ...(operation.formerBody && { formerBody: operation.formerBody }),
    ...(operation.deprecated && { deprecated: operation.deprecated }),
  }))
  await expect(pretty(rows)).toMatchFileSnapshot(kept('operations'))
})
