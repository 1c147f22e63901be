// Queues the mail of the day: `DATABASE SECRET NOW`. Prints `ready` before it begins, and `done` at the end.
import process from 'node:process'
import { sendDailyMails } from '../../src/emails/daily/send.ts'
import { createHandrail } from '../../src/index.ts'

const [database = '', secret = '', now = ''] = process.argv.slice(2)
const handrail = await createHandrail({
  database,
  secret,
  publicUrl: 'http://localhost:3000',
  upkeep: false,
  webhooks: { deliver: false },
  mail: { url: 'smtp://127.0.0.1:9', from: 'Handrail <no-reply@handrail.example>', send: false },
  now: () => new Date(now),
})
const operator = await handrail.asSystem()
process.stdout.write('ready\n')
await sendDailyMails(operator.context, now)
process.stdout.write('done\n')
await handrail.close()
