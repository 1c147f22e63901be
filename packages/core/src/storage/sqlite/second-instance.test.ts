import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createHandrail } from '../../index.ts'

test('of one SQLite file, a process opens one instance that serves it; others may look meanwhile', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-second-'))
  const database = join(folder, 'onboarding.db')
  const first = await createHandrail({ database })
  try {
    await expect(createHandrail({ database })).rejects.toThrow('in this process or another one')
    const beside = await createHandrail({ database, upkeep: false, webhooks: { deliver: false } })
    await beside.close()
  } finally {
    await first.close()
  }
  const next = await createHandrail({ database })
  await next.close()
  rmSync(folder, { recursive: true })
})
