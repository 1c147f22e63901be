import { expect, test } from 'vitest'
import { ENGINES, openInstance, publishedGuide } from '../../../test/instance.ts'
import { recordBackup } from '../../audit/record-backup.sqlite.ts'
import { operations } from '../../index.ts'

const { createContact, createEnrollment, createOrganisation, deleteContact } = operations

test.each(ENGINES)('the figures of an instance on %s sum over all workspaces, and follow changes', async (engine) => {
  const instance = await openInstance(engine)
  const before = await instance.handrail.instanceFigures()
  expect(before).toMatchObject({
    contacts: 0,
    enrollments: {},
    imports: {},
    unfinished_uploads: 0,
    last_backup_at: undefined,
  })
  expect(before.database_bytes).toBeGreaterThan(100_000)

  for (const [index, workspace] of [instance.acme, instance.other].entries()) {
    await workspace.invoke(createOrganisation, { name: 'Harbour Bakery' })
    await workspace.invoke(createContact, { email: `zoe${index}@example.com`, first_name: 'Zoe' })
  }
  const { data: ben } = await instance.acme.invoke(createContact, { email: 'ben@example.com', first_name: 'Ben' })
  const { data: contact } = await instance.acme.invoke(createContact, { email: 'ada@example.com', first_name: 'Ada' })
  const { id: guide_id } = await publishedGuide(instance.acme)
  for (const contact_id of [ben.id, contact.id]) await instance.acme.invoke(createEnrollment, { contact_id, guide_id })
  await instance.acme.invoke(deleteContact, { id: ben.id })

  expect(await instance.handrail.instanceFigures()).toMatchObject({
    workspaces: before.workspaces,
    contacts: 3,
    organisations: 2,
    enrollments: { invited: 2 },
  })
  if (engine === 'sqlite') {
    recordBackup(instance.database, '/backups/handrail.db')
    // Another connection wrote it: a snapshot that is being read does not have it yet.
    const lastBackup = async () => Date.parse((await instance.handrail.instanceFigures()).last_backup_at ?? '')
    await expect.poll(lastBackup).toBeGreaterThan(Date.now() - 60_000)
  }
  await instance.close()
})
