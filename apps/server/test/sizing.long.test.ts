import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { pageText } from '../../../test/documents.ts'
import { call, useProgram } from '../../../test/program.ts'

const { serve, path } = useProgram()
const CONTACTS = 2000

test('a contact takes about the disk that the page of sizes says, events included', async () => {
  const server = await serve(['--demo'])
  const [key = ''] = /hr_key_[\w-]+/.exec(server.stdout()) ?? []
  const before = sizeOfDatabase()
  for (let first = 0; first < CONTACTS; first += 1000) {
    const items = Array.from({ length: 1000 }, (_, index) => ({
      action: 'create',
      data: {
        email: `person${first + index}@company${index % 500}.example`,
        first_name: 'Maria',
        last_name: `Schneider ${first + index}`,
        external_id: `crm-${first + index}`,
        metadata: { plan: 'pro', seats: String(index % 50) },
      },
    }))
    const answer = await call(`${server.url}/api/v1/contacts/batch`, key, {
      method: 'POST',
      body: { batch: { items } },
    })
    expect(answer.json.data).toMatchObject({ succeeded: 1000, failed: 0 })
  }
  const each = (sizeOfDatabase() - before) / CONTACTS / 1000
  const [, printed = ''] = /^\| A contact [^|]*\| ([\d.]+) KB/m.exec(pageText('sizing.md')) ?? []
  expect(each).toBeGreaterThan(Number(printed) * 0.7)
  expect(each).toBeLessThan(Number(printed) * 1.4)
})

/** In bytes, with what is still in the log. */
function sizeOfDatabase(): number {
  const database = new DatabaseSync(path('data/handrail.db'), { readOnly: true })
  const { bytes } = database
    .prepare('select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()')
    .get() ?? { bytes: 0 }
  database.close()
  return Number(bytes)
}
