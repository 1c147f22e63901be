import { type Bound, type OutputOf, operations } from '@handrail/core'
import { Failure } from '../../failure.ts'
import { progressBar } from './progress-bar.ts'

export type Import = OutputOf<typeof operations.continueImport>['data']

/** Continues an import, here or in a running server, until it has ended. @throws Failure for a file that cannot be read */
export async function followImport(bound: Bound, id: string, doing: string): Promise<Import> {
  const bar = progressBar(doing)
  for (;;) {
    const { data } = await bound.invoke(operations.continueImport, { id })
    if (!['reading', 'checking', 'running', 'undoing'].includes(data.status)) {
      bar.end()
      if (data.problem !== null) throw new Failure(data.problem)
      return data
    }
    const { status, undone, left, created, updated, place, rows } = data
    if (status === 'undoing') bar.show(undone + left, created + updated)
    else bar.show(place, rows)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
