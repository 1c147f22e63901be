// Sends waiting mail until it is killed: `DATABASE SECRET SMTP_URL AHEAD_MS`. Its clock is ahead by the given time.
import { createHandrail } from '@handrail/core'

const [database = '', secret = '', url = '', ahead = '0'] = process.argv.slice(2)
await createHandrail({
  database,
  secret,
  upkeep: false,
  webhooks: { deliver: false },
  mail: { url, from: 'Handrail <no-reply@handrail.example>' },
  now: () => new Date(Date.now() + Number(ahead)),
})
process.stdout.write('ready\n')
