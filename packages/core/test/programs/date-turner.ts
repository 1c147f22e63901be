// Turns the dates of enrollments that have passed, and opens the sections whose date has come: `DATABASE SECRET`. Prints `ready` before it begins, and `done` at the end.
import process from 'node:process'
import { openDueSections } from '../../src/enrollments/plan/renewal/open-sections.ts'
import { turnDates } from '../../src/enrollments/plan/renewal/turn.ts'
import { createHandrail } from '../../src/index.ts'

const [database = '', secret = ''] = process.argv.slice(2)
const quiet = { upkeep: false, webhooks: { deliver: false } }
const handrail = await createHandrail({ database, secret, publicUrl: 'http://localhost:3000', ...quiet })
process.stdout.write('ready\n')
const now = new Date().toISOString()
await turnDates({ store: handrail.database }, now)
await openDueSections({ store: handrail.database }, now)
process.stdout.write('done\n')
await handrail.close()
