import { afterEach, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../test/instance.ts'
import { type Mailing, openMailing } from '../../../test/mail.ts'
import { recordBackup } from '../../audit/backups.ts'
import { operations } from '../../index.ts'

describe.each(ENGINES)('a failed backup on %s', (engine) => {
  let instance: Mailing
  afterEach(() => instance.close())

  test('is mailed to the owner of the first workspace, once a day, unless one was made since', async () => {
    instance = await openMailing(engine)
    const owner = { role: 'owner', email: 'ada@acme.example', name: 'Ada', password: 'a long password of Ada' } as const
    await instance.acme.invoke(operations.createUser, owner)
    await instance.other.invoke(operations.createUser, { ...owner, email: 'eve@other.example', name: 'Eve' })
    const attempt = (failure?: string) =>
      recordBackup(instance.handrail.database, { file: 'a.db', to: '/backups', failure })
    const pass = async (hours: number) => {
      instance.clock.now = new Date(instance.clock.now.getTime() + hours * 3_600_000)
      await instance.handrail.upkeep()
    }
    const arrived = (count: number) => expect.poll(() => instance.server.arrived.length).toBe(count)
    await attempt('The disk of /backups is full. Free space on it')
    await pass(1)
    await arrived(1)
    expect(instance.server.arrived[0]).toMatchObject({
      to: [{ address: 'ada@acme.example' }],
      subject: 'The backup of Handrail failed: handrail.example',
      text: expect.stringContaining('The disk of /backups is full. Free space on it'),
    })
    await attempt('The disk of /backups is full')
    await pass(1)
    await pass(24)
    await attempt('The disk of /backups is full')
    await pass(1)
    await arrived(2)
    await attempt('The disk of /backups is full')
    await attempt()
    await pass(25)
    expect(instance.server.arrived).toHaveLength(2)
  })
})
