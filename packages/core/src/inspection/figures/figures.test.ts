import { expect, test } from 'vitest'
import { ENGINES, openInstance, publishedGuide } from '../../../test/instance.ts'
import { recordBackup } from '../../audit/backups.ts'
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
  const attempt = (file: string, failure?: string) => {
    instance.clock.now = new Date(instance.clock.now.getTime() + 1000)
    return recordBackup(instance.handrail.database, { file, to: '/backups', failure })
  }
  const backups = async () => {
    const { last_backup_at, failed_backups } = await instance.handrail.instanceFigures()
    return [last_backup_at, failed_backups]
  }
  await attempt('', 'The disk is full')
  expect(await backups()).toEqual([undefined, 1])
  await attempt('handrail.db')
  const made = instance.clock.now.toISOString()
  expect(await backups()).toEqual([made, 0])
  for (let count = 0; count < 2; count++) await attempt('', 'The disk is full')
  expect(await backups()).toEqual([made, 2])
  await instance.close()
})
