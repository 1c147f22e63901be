// Handrail below /onboarding of a Fastify application, whose users are callers of Handrail's API.
import { createHandrail } from '@handrail/core'
import { handrailPlugin } from '@handrail/http'
import { fastify } from 'fastify'

const { PORT = '3000' } = process.env

const publicUrl = `http://localhost:${PORT}/onboarding`
const handrail = await createHandrail({ database: 'onboarding.db', publicUrl })
handrail.on('enrollment.completed', ({ data }) =>
  console.log(`${data.contact.email} has completed ${data.guide.title}`),
)

const app = fastify()
app.get('/', async () => 'The shop')
await app.register(handrailPlugin, {
  handrail,
  prefix: '/onboarding',
  // `source` is the request of Fastify, with what the hooks of the application have added.
  authenticate: ({ source: { user } }) => user && handrail.asMember(user.workspace_id, user.handrail_id),
})
app.addHook('onClose', () => handrail.close())
await app.listen({ port: Number(PORT) })

process.once('SIGTERM', () => app.close())
