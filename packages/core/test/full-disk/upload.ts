// Uploads more than a small disk holds, and prints the result. Arguments: the database, and a folder on that disk.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { AppError, createHandrail, operations } from '../../src/index.ts'

const { createContact, createEnrollment, createGuide, createWorkspace, getEnrollment, publishGuide, uploadFile } =
  operations

const [database = '', disk = ''] = process.argv.slice(2)
const files = join(disk, 'files')
const handrail = await createHandrail({ database, files, upkeep: false, webhooks: { deliver: false } })
const { data: workspace } = await (await handrail.asSystem()).invoke(createWorkspace, { name: 'Small' })
const bound = await handrail.asSystem(workspace.id)
const steps = [{ title: 'Send it', type: 'file_upload' as const }]
const { data: guide } = await bound.invoke(createGuide, { title: 'Start', sections: [{ title: 'One', steps }] })
await bound.invoke(publishGuide, { id: guide.id })
const { data: contact } = await bound.invoke(createContact, { email: 'a@b.example', first_name: 'A' })
const { data: enrollment } = await bound.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })
const me = await handrail.asContact(enrollment.access_token)

async function upload(bytes: number): Promise<string> {
  const content = Readable.from(Array.from({ length: bytes / 65_536 }, () => Buffer.alloc(65_536, 'x')))
  const step_id = guide.sections[0]?.steps[0]?.id ?? ''
  try {
    await me.invoke(uploadFile, { step_id, name: `${bytes}.txt`, content })
    return 'kept'
  } catch (error) {
    return error instanceof AppError ? `${error.code}: ${error.message}` : `a fault: ${error}`
  }
}

const outcomes = [await upload(4 * 65_536), await upload(64 * 65_536), await upload(4 * 65_536)]
const names = (existsSync(files) ? readdirSync(files) : []).flatMap((shard) =>
  readdirSync(join(files, shard)).map((name) => `${shard === 'incoming' ? 'half' : 'whole'} ${name.length}`),
)
const { data } = await bound.invoke(getEnrollment, { id: enrollment.id })
console.log(JSON.stringify({ outcomes, names, rows: data.files.length }))
await handrail.close()
