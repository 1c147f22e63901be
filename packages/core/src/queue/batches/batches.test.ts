import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { type Bound, operations } from '../../index.ts'
import { releaseAll } from '../leases.ts'
import { type ClaimedBatch, claimBatches, FIRST_TURN, releaseBatch, renewLease } from './claim.ts'

const { createImport, getImport } = operations

describe.each(ENGINES)('claims of batch jobs on %s', (engine) => {
  let instance: Instance
  beforeEach(async () => {
    instance = await openInstance(engine, { imports: false })
  })
  afterEach(() => instance.close())

  const begin = async (bound: Bound) =>
    (
      await bound.invoke(createImport, {
        resource: 'contacts',
        name: 'people.csv',
        content: Readable.from([Buffer.from('email,first name\na@a.example,Ada\n')]),
      })
    ).data.id
  const claim = (turn = { last: FIRST_TURN }, { capacity = 4, others = false } = {}) =>
    instance.handrail.database.write((tx) =>
      claimBatches(tx, tx.tables.imports, { capacity, leased_by: 'a worker', turn, others }),
    )
  const step = (claimed: ClaimedBatch) =>
    instance.handrail.database.write((tx) => renewLease(tx, tx.tables.imports, claimed))
  const release = (claimed: ClaimedBatch) =>
    instance.handrail.database.write((tx) => releaseBatch(tx, tx.tables.imports, claimed, undefined))
  /** As at a start after a crash, when all work is released. */
  const die = () => instance.handrail.database.write((tx) => releaseAll(tx, tx.tables.imports))

  test('one job per workspace runs at a time, and workspaces take turns', async () => {
    const { acme, other } = instance
    const many = [await begin(acme), await begin(acme), await begin(acme)]
    const few = await begin(other)
    const turn = { last: FIRST_TURN }
    const first = await claim(turn, { capacity: 1 })
    const second = await claim(turn, { capacity: 1 })
    expect([...first, ...second].map(({ id }) => id).toSorted()).toEqual([many[0], few].toSorted())
    expect(await claim(turn)).toEqual([])
  })

  test('a lost claim counts as a death; recorded progress resets the count', async () => {
    const id = await begin(instance.acme)
    const deaths: number[] = []
    for (let start = 0; start < 6; start++) {
      const [claimed] = await claim()
      deaths.push(claimed?.deaths ?? -1)
      if (start === 1 && claimed) await step(claimed)
      if (start === 3 && claimed) await release(claimed)
      await die()
    }
    expect(deaths).toEqual([0, 1, 0, 1, 0, 1])
    expect((await instance.acme.invoke(getImport, { id })).data.status).toBe('reading')
  })

  test('a job with a previous death is claimed alone', async () => {
    const { acme, other } = instance
    await begin(acme)
    await begin(other)
    expect(await claim()).toHaveLength(2)
    await die()
    const turn = { last: FIRST_TURN }
    expect(await claim(turn, { others: true })).toEqual([])
    const [alone, ...none] = await claim(turn)
    expect([alone?.deaths, none]).toEqual([1, []])
    if (alone) await release(alone)
    expect(await claim(turn, { capacity: 1 })).toMatchObject([{ deaths: 1 }])
  })
})
