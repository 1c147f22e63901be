// A second process on a database: runs one operation per message.
import process from 'node:process'
import { createHandrail } from '../../src/index.ts'
import type { Act } from './act.ts'
import { act } from './act.ts'
import { PLANS } from './plans.ts'

const [database = '', secret = ''] = process.argv.slice(2)
const quiet = { upkeep: false, webhooks: { deliver: false }, poolSize: 4, plans: PLANS }
const handrail = await createHandrail({ database, secret, publicUrl: 'https://handrail.example', ...quiet })

process.on('message', async ({ number, workspace_id, what }: { number: number; workspace_id: string; what: Act }) => {
  process.send?.({ number, outcome: await act(handrail, workspace_id, what) })
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
