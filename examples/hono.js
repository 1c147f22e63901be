// Handrail below /onboarding of a Hono application. Bun and Deno serve this file; on Node, pass `app` to `serve` of @hono/node-server.
import { createHandrail } from '@handrail/core'
import { createHandler } from '@handrail/http'
import { Hono } from 'hono'

const handrail = await createHandrail({ database: 'onboarding.db', publicUrl: 'http://localhost:3000/onboarding' })
const onboarding = await createHandler({ handrail })

export const app = new Hono()
app.get('/', (c) => c.text('The shop'))
app.all('/onboarding/*', (c) => onboarding.fetch(c.req.raw))

export async function close() {
  await onboarding.close()
  await handrail.close()
}

export default { port: 3000, fetch: app.fetch }
