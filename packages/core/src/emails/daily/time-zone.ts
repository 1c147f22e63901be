import type { Tx } from '../../storage/database.ts'
import { findWorkspace } from '../../workspaces/store.ts'
import { nextMorning } from './morning.ts'
import { lockSchedule, type Person, updateSchedule } from './store.ts'

/** Keeps the time zone of the browser of a contact who takes part in a plan. */
export async function keepTimeZone(tx: Tx, person: Person, time_zone: string): Promise<void> {
  const schedule = await lockSchedule(tx, person)
  const workspace = await findWorkspace(tx, person.workspace_id)
  if (!schedule || (schedule.time_zone ?? workspace?.time_zone) === time_zone) return
  const [next_at = schedule.next_at] = [nextMorning(tx.time, time_zone), schedule.next_at].toSorted()
  await updateSchedule(tx, person, { time_zone, next_at })
}
