import { type Bound, operations } from '../src/index.ts'

const { continueGuideMove, createGuideMove, runGuideMove } = operations

/** Checks or runs a move to its end: a continued one pauses when its share of time is used. */
export async function finishMove(acme: Bound, id: string, move_id: string) {
  for (;;) {
    const { data } = await acme.invoke(continueGuideMove, { id, move_id })
    if (!data.status.endsWith('ing')) return data
  }
}

/** Moves the enrollments of a guide to its latest version. */
export async function moveToLatest(acme: Bound, id: string) {
  const { data: move } = await acme.invoke(createGuideMove, { id })
  await finishMove(acme, id, move.id)
  await acme.invoke(runGuideMove, { id, move_id: move.id })
  return finishMove(acme, id, move.id)
}
