// Creates some organisations, and sends events until it is killed: `DATABASE SECRET WORKSPACE [AHEAD_MS]`. Prints the id of
// each acknowledged organisation. With AHEAD_MS it only sends, with its clock ahead by that time.
import { createHandrail, operations } from '@handrail/core'

const { createOrganisation } = operations

const [database = '', secret = '', workspace_id = '', ahead] = process.argv.slice(2)
const handrail = await createHandrail({
  database,
  secret,
  publicUrl: 'http://localhost:3000',
  upkeep: false,
  ...(Number(ahead) > 0 && { now: () => new Date(Date.now() + Number(ahead)) }),
})
const bound = await handrail.asSystem(workspace_id)

/** So few that what is written between two kills can be sent. */
const EACH = 5

async function write(): Promise<void> {
  for (let number = 0; number < EACH; number++) {
    const { data } = await bound.invoke(createOrganisation, { name: `Organisation ${process.pid}-${number}` })
    process.stdout.write(`${data.id}\n`)
  }
}

process.stdout.write('ready\n')
if (ahead === undefined) await Promise.all(Array.from({ length: 8 }, write))
