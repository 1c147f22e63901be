// Uploads some files at once until it is killed: `DATABASE SECRET FILES WORKSPACE GUIDE UPLOADS`. Prints the id and
// checksum of each acknowledged one.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { AppError, createHandrail, operations } from '@handrail/core'

const { createContact, createEnrollment, readOwnGuide, uploadFile } = operations

const [database = '', secret = '', files = '', workspace_id = '', guide_id = '', uploads = '1'] = process.argv.slice(2)

const handrail = await createHandrail({ database, secret, files, upkeep: false, webhooks: { deliver: false } })
const bound = await handrail.asSystem(workspace_id)
const { data: contact } = await bound.invoke(createContact, { email: `${randomUUID()}@b.example`, first_name: 'A' })
const { data: enrollment } = await bound.invoke(createEnrollment, { contact_id: contact.id, guide_id })
const me = await handrail.asContact(enrollment.access_token)
const { view } = (await me.invoke(readOwnGuide, {})).data
const steps = view?.guide.sections.flatMap((section) => section.steps.map(({ id }) => id)) ?? []

/** About twenty chunks, with turns of the event loop in between. */
async function* pieces(hash: ReturnType<typeof createHash>) {
  for (let piece = 0; piece < 20; piece++) {
    const bytes = randomBytes(4096)
    hash.update(bytes)
    yield bytes
    await new Promise(setImmediate)
  }
}

async function write(_: unknown, number: number): Promise<void> {
  for (let round = 0; round < 20; round++) {
    const [id, checksum] = await uploadOne(steps[number] ?? '', `${number}-${round}.bin`)
    process.stdout.write(`${id} ${checksum}\n`)
  }
}

/** Retries as a person would: on a loaded machine, concurrent uploads may be rejected temporarily. */
async function uploadOne(step_id: string, name: string): Promise<[string, string]> {
  for (;;) {
    const hash = createHash('sha256')
    try {
      const { data } = await me.invoke(uploadFile, { step_id, name, content: pieces(hash) })
      return [data.id, hash.digest('hex')]
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unavailable') throw error
    }
  }
}

process.stdout.write('ready\n')
await Promise.all(Array.from({ length: Number(uploads) }, write))
