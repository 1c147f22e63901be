import { setTimeout as sleep } from 'node:timers/promises'
import type { Note } from '../aims.ts'
import type { Databases } from '../data/databases.ts'
import { throughput } from '../load.ts'
import { startFloor, startService } from '../servers/server.ts'
import { median, print } from '../table.ts'

const ROUNDS = 5
/** When the start is over, memory is returned. */
const REST_MS = 20_000

/** Time to readiness with an existing database, and resident memory at rest and after load. */
export async function measureStart(databases: Databases, contacts: number, note: Note): Promise<void> {
  const prepared = await databases.prepare(contacts)
  const ready: number[] = []
  const atRest: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const service = await startService(prepared.database)
    ready.push(service.readyAfterMs)
    atRest.push(service.memory())
    await service.stop()
  }
  const service = await startService(prepared.database)
  await sleep(REST_MS)
  const rested = service.memory()
  await throughput({ url: service.url, token: prepared.token }, () => '/api/v1/contacts')
  const loaded = service.memory()
  await service.stop()
  note('ready', median(ready))
  note('memoryAtRest', rested)
  print('Start and memory', [
    { what: 'ready after (ms)', service: median(ready) },
    { what: 'memory after start (MB)', service: median(atRest) },
    { what: 'memory at rest (MB)', service: rested },
    { what: 'memory after load (MB)', service: loaded },
    ...(prepared.database.startsWith('postgres') ? [] : [await floorRow(prepared.database)]),
  ])
}

async function floorRow(file: string) {
  const floor = await startFloor(file)
  const row = { what: 'the floor: ready after (ms); memory (MB)', service: floor.readyAfterMs, floor: floor.memory() }
  await floor.stop()
  return row
}
