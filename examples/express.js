// Handrail below /onboarding of an Express application, with its tables in a schema of the application's PostgreSQL database.
import { createHandrail } from '@handrail/core'
import { createHandler } from '@handrail/http'
import express from 'express'

const { DATABASE_URL, HANDRAIL_SECRET, PORT = '3000' } = process.env

const handrail = await createHandrail({
  database: DATABASE_URL ? { url: DATABASE_URL, schema: 'handrail' } : 'onboarding.db',
  secret: HANDRAIL_SECRET,
  publicUrl: `http://localhost:${PORT}/onboarding`,
})
const onboarding = await createHandler({ handrail })

const app = express()
app.use('/onboarding', onboarding.node)
app.get('/', (_request, response) => void response.send('The shop'))
const server = app.listen(Number(PORT))

process.once('SIGTERM', async () => {
  server.close()
  await onboarding.close()
  await handrail.close()
})
