// Turns the dates of enrollments that have passed: `DATABASE SECRET`. Prints `ready` before it begins, and `done` at the end.
import process from 'node:process'
import { turnDates } from '../../src/enrollments/plan/renewal/turn.ts'
import { createHandrail } from '../../src/index.ts'

const [database = '', secret = ''] = process.argv.slice(2)
const quiet = { upkeep: false, webhooks: { deliver: false } }
const handrail = await createHandrail({ database, secret, publicUrl: 'http://localhost:3000', ...quiet })
process.stdout.write('ready\n')
await turnDates({ store: handrail.database }, new Date().toISOString())
process.stdout.write('done\n')
await handrail.close()
