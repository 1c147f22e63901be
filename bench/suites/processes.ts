import { setTimeout as sleep } from 'node:timers/promises'
import type { Note } from '../aims.ts'
import type { Databases } from '../data/databases.ts'
import { metric } from '../load.ts'
import { CREATE, GET, LIST, type Measured, measure, newestPeople } from '../requests.ts'
import { startService } from '../servers/server.ts'
import { median, print } from '../table.ts'

const ROUNDS = 3
const LOOK_EVERY_MS = 50

/** Requests per second of several processes behind one port, and of one process, in turn: medians of three rounds. On PostgreSQL. */
export async function measureProcesses(
  databases: Databases,
  contacts: number,
  count: number,
  note: Note,
): Promise<void> {
  const prepared = await databases.prepare(contacts)
  // All of them have the same processors, as the load has.
  const start = async (processes: number) => {
    const server = await startService(prepared.database, { HANDRAIL_PROCESSES: String(processes) }, false)
    await ready(server.url, processes)
    return server
  }
  const first = await start(1)
  const people = await newestPeople(first, prepared)
  await first.stop()
  const rows = []
  for (const kind of [LIST, GET, CREATE]) {
    const rounds: { one: Measured; several: Measured }[] = []
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({
        one: await measure(await start(1), prepared, kind, people),
        several: await measure(await start(count), prepared, kind, people),
      })
    const of = (which: 'one' | 'several', figure: keyof Measured) => median(rounds.map((round) => round[which][figure]))
    const ratio = median(rounds.map(({ one, several }) => several.perSecond / one.perSecond))
    if (kind === LIST) note('listOfTwo', ratio, count === 2 ? undefined : `here with ${count}`)
    rows.push({
      what: kind.what,
      'one process': of('one', 'perSecond'),
      [`${count} processes`]: of('several', 'perSecond'),
      ratio,
      'processor time of one (us)': of('one', 'processor'),
      [`of ${count} (us)`]: of('several', 'processor'),
    })
  }
  print(`Processes behind one port, over ${contacts} contacts, 64 connections`, rows)
}

/** Until all processes answer: the service is ready as soon as one of them is. */
async function ready(url: string, processes: number): Promise<void> {
  while ((await metric(url, 'handrail_processes')) < processes) await sleep(LOOK_EVERY_MS)
}
