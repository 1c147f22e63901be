// Receives replies until it is killed: `DATABASE SECRET FILES ADDRESS`. Prints the port of its listener.
import { createHandrail } from '@handrail/core'

const [database = '', secret = '', files = '', address = ''] = process.argv.slice(2)
const handrail = await createHandrail({
  database,
  secret,
  files,
  upkeep: false,
  webhooks: { deliver: false },
  replies: { address, listener: { host: '127.0.0.1', port: 0 } },
})
process.stdout.write(`${handrail.replyPort}\n`)
