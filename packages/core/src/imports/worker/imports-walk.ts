import type { Walk } from '../../queue/walks/lane.ts'
import { importsDue } from '../channel.ts'
import { findImport } from '../store.ts'
import { readRows } from './read-rows.ts'
import { walkRows } from './walk.ts'

/** Files are read into rows, and rows become records, or what they were before. */
export const importsWalk: Walk = {
  channel: importsDue,
  table: (tables) => tables.imports,
  async goOn(context, claimed) {
    const job = await context.store.read((reader) => findImport(reader, claimed))
    if (!job) return
    const own = { ...job, ...claimed }
    await (job.status === 'reading' ? readRows(context, own) : walkRows(context, own))
  },
}
