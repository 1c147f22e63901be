// Processes imports until it is killed: `DATABASE FILES SECRET`.
import { createHandrail } from '@handrail/core'

const [database = '', files = '', secret = ''] = process.argv.slice(2)
await createHandrail({
  database,
  files,
  secret,
  publicUrl: 'http://localhost:3000',
  upkeep: false,
  webhooks: { deliver: false },
})
