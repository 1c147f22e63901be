import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../../../test/receiver.ts'
import { ENGINES, type Instance, openInstance, publishedGuide } from '../../test/instance.ts'
import { operations } from '../index.ts'
import { startWorker, type Worker } from '../queue/worker.ts'
import { MINUTE_MS } from '../times.ts'
import { deliveryQueue } from '../webhooks/worker/deliver.ts'

const {
  completeOwnStep,
  createContact,
  createEnrollment,
  createWebhookEndpoint,
  getEnrollment,
  listWebhookDeliveries,
} = operations

describe.each(ENGINES)('live updates of a completed step on %s', (engine) => {
  let instance: Instance
  let receiver: Receiver
  let worker: Worker
  /** The enrollment as members read it when a receiver gets the event. */
  const seen: string[][] = []
  let id = ''
  const faults: unknown[] = []
  beforeEach(async () => {
    const read = async () => seen.push((await instance.acme.invoke(getEnrollment, { id })).data.completed_step_ids)
    receiver = await startReceiver((response, { path }) => {
      void (path === '/steps' ? read() : Promise.resolve()).then(() => response.writeHead(204).end())
    })
    instance = await openInstance(engine, { publicUrl: 'http://localhost:3000' })
    instance.clock.now = new Date()
    // Only the commit can wake the worker: the test is shorter than the polling interval.
    const jobQueue = deliveryQueue(instance.acme.context, (error) => faults.push(error))
    const { database } = instance.handrail
    worker = startWorker({ ...jobQueue, pollMs: 60 * MINUTE_MS }, { database, onError: (error) => faults.push(error) })
  })
  afterEach(async () => {
    await worker.stop()
    await instance.close()
    await receiver.close()
  })

  test('the event is sent by the commit, and already readable then', async () => {
    const subscribe = async (path: string, events: string[]) =>
      (await instance.acme.invoke(createWebhookEndpoint, { url: receiver.url(path), events })).data
    const [, steps] = [await subscribe('/made', ['enrollment.created']), await subscribe('/steps', ['step.completed'])]
    const at = (path: string) => receiver.received.filter((one) => one.path === path)
    const { id: guide_id, sections } = await publishedGuide(instance.acme)
    const contact = { email: 'pia@example.com', first_name: 'Pia' }
    const { data: pia } = await instance.acme.invoke(createContact, contact)
    const { data: enrollment } = await instance.acme.invoke(createEnrollment, { contact_id: pia.id, guide_id })
    id = enrollment.id
    // From here on, the worker is idle.
    await expect.poll(() => at('/made')).toHaveLength(1)

    const follower = await instance.handrail.asContact(enrollment.access_token)
    const step_ids = sections.flatMap((section) => section.steps.map((step) => step.id))
    for (const [index, step_id] of step_ids.entries()) {
      await follower.invoke(completeOwnStep, { step_id })
      await expect.poll(() => seen).toHaveLength(index + 1)
    }
    expect(seen.map((ids) => ids.toSorted())).toEqual(
      step_ids.map((_, index) => step_ids.slice(0, index + 1).toSorted()),
    )
    const told = at('/steps').map(({ body }) => JSON.parse(body))
    expect(told.map(({ data }) => data.step.id)).toEqual(step_ids)
    const deliveries = async () => (await instance.acme.invoke(listWebhookDeliveries, { id: steps.id })).data
    await expect.poll(async () => (await deliveries()).map(({ status }) => status)).toEqual(Array(3).fill('succeeded'))
    // All succeeded at the first attempt, without a delay.
    for (const { attempts, created_at, delivered_at } of await deliveries())
      expect([attempts, (delivered_at ?? '') >= created_at]).toEqual([1, true])
    expect(faults).toEqual([])
  })
})
