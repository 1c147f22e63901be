import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { conditions } from '../../../../test/built.ts'
import { operations } from '../../src/index.ts'
import type { Resolver } from '../../src/outbound/names/resolver.ts'
import { ENGINES, type Instance, openInstance, SECRET } from '../instance.ts'
import { type Act, act, type Outcome } from './act.ts'
import { makeDated } from './dated.ts'
import { makeDrafted } from './drafted.ts'
import { makeGated } from './gated.ts'
import { LAST_PLACE, makeStart, PAIRS } from './pairs.ts'
import { makePlanned } from './planned.ts'
import { PLANS } from './plans.ts'
import { makeReviewed } from './reviewed.ts'
import { makeShared } from './shared.ts'
import { snapshot } from './snapshot.ts'

const { createContact, createWorkspace } = operations

/** Rounds over all pairs: a few in every run of the tests; use 1000 for thorough runs. */
const ROUNDS = Number(process.env.HANDRAIL_TEST_RACE_ROUNDS ?? PAIRS.length)
const ROUNDS_OF_EACH = Math.ceil(ROUNDS / PAIRS.length)

type Doing = (workspace_id: string, what: Act) => Promise<Outcome>
type How = (first: () => Promise<Outcome>, second: () => Promise<Outcome>) => Promise<[Outcome, Outcome]>

const together: How = (first, second) => {
  const delayed = async (doing: () => Promise<Outcome>) => {
    await sleep(Math.random() * 4)
    return doing()
  }
  return Promise.all([delayed(first), delayed(second)])
}
const inOrder: How = async (first, second) => [await first(), await second()]
const inOtherOrder: How = async (first, second) => {
  const outcome = await second()
  return [await first(), outcome]
}

describe.each(ENGINES)('pairs of concurrent actions on %s', (engine) => {
  let instance: Instance
  let other: { child: ChildProcess; doing: Doing }
  beforeAll(async () => {
    const resolve: Resolver = (_host, _options, callback) => callback(new Error('offline'), [])
    const webhooks = { deliver: false, resolve }
    instance = await openInstance(engine, { now: undefined, plans: PLANS, webhooks, poolSize: 8 })
    other = await otherProcess(instance)
  }, 60_000)
  afterAll(async () => {
    other.child.disconnect()
    await instance.close()
  })

  const here: Doing = (workspace_id, what) => act(instance.handrail, workspace_id, what)
  const doors = { one: () => here, two: () => other.doing }

  async function freshWorkspace(plan?: string) {
    const operator = await instance.handrail.asSystem()
    const { data } = await operator.invoke(createWorkspace, { name: 'Race', ...(plan && { plan }) })
    return instance.handrail.asSystem(data.id)
  }

  /** One round in a separate workspace. @returns its result in a comparable form */
  async function round(pair: (typeof PAIRS)[number], how: How, second: Doing): Promise<object> {
    const bound = await freshWorkspace()
    const { workspace_id } = bound.context.caller
    const alone = await makeStart(bound)
    const shared = pair.isShared && (await makeShared(bound, alone))
    const gated = pair.isGated && (await makeGated(bound))
    const planned = pair.isPlanned && (await makePlanned(bound))
    const dated = pair.isDated && (await makeDated(bound))
    const reviewed = pair.isReviewed && (await makeReviewed(bound, instance.handrail.asContact))
    const drafted = pair.isDrafted && (await makeDrafted(bound, alone))
    const start = { ...alone, ...shared, ...gated, ...planned, ...dated, ...reviewed, ...drafted }
    const names = new Map(Object.entries(start).flatMap(([name, id]) => (typeof id === 'string' ? [[id, name]] : [])))
    const [a, b] = pair.acts(start)
    const outcomes = await how(
      () => here(workspace_id, a),
      () => second(workspace_id, b),
    )
    return { outcomes, ...(await snapshot(instance.handrail, bound, names)) }
  }

  /** The possible results of a pair: those of sequential execution. */
  const possible = new Map<string, object[]>()
  async function possibleFor(pair: (typeof PAIRS)[number]): Promise<object[]> {
    const known = possible.get(pair.name) ?? [await round(pair, inOrder, here), await round(pair, inOtherOrder, here)]
    possible.set(pair.name, known)
    return known
  }

  describe.each(['one', 'two'] as const)('in %s process', (processes) => {
    test.each(PAIRS)(
      '$name',
      async (pair) => {
        const outcomes = await possibleFor(pair)
        for (let i = 0; i < ROUNDS_OF_EACH; i++) {
          const happened = await round(pair, together, doors[processes]())
          expect(outcomes).toContainEqual(happened)
        }
      },
      600_000,
    )

    test('two creations for the last place of the plan', async () => {
      for (let i = 0; i < ROUNDS_OF_EACH; i++) {
        const bound = await freshWorkspace('tight')
        const { workspace_id } = bound.context.caller
        await bound.invoke(createContact, { email: 'first@example.com', first_name: 'First' })
        // The operations ignore their input: no contacts exist yet.
        const [a, b] = LAST_PLACE.acts({} as Parameters<typeof LAST_PLACE.acts>[0])
        const outcomes = await together(
          () => here(workspace_id, a),
          () => doors[processes]()(workspace_id, b),
        )
        expect(outcomes.toSorted()).toEqual(['done', 'forbidden'])
      }
    }, 600_000)
  })
})

async function otherProcess({ database }: Instance) {
  const program = fileURLToPath(new URL('./other-process.ts', import.meta.url))
  const child = fork(program, [database, SECRET], { execArgv: conditions('packages/core') })
  await once(child, 'message')
  const waiting = new Map<number, (outcome: Outcome) => void>()
  let last = 0
  // Its only kind of message, after the first.
  child.on('message', (message) => {
    const { number, outcome } = message as { number: number; outcome: Outcome }
    waiting.get(number)?.(outcome)
  })
  const doing: Doing = (workspace_id, what) =>
    new Promise((resolve) => {
      const number = ++last
      waiting.set(number, resolve)
      child.send({ number, workspace_id, what })
    })
  return { child, doing }
}
