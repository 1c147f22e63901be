import { z } from 'zod'
import { recordAudit } from '../audit/record.ts'
import type { Context } from '../context.ts'
import { existing, notFound, validationError, wrongState } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import { Id, Paging, pageOf, RecordId, recordOf, UpdatedSince } from '../fields/fields.ts'
import { findGuide, findVersion } from '../guides/store.ts'
import { findPublished } from '../guides/versions/store.ts'
import { newId } from '../ids.ts'
import { operation } from '../operation/operation.ts'
import { runBatch } from '../queue/batches/batch-queue.ts'
import { listRecords } from '../records/lists/lists.ts'
import type { Reader, Tx } from '../storage/database.ts'
import { movesDue } from './channel.ts'
import { GuideMove } from './move.ts'
import * as store from './store.ts'
import { moveBatches } from './worker/batch-job.ts'
import { NOTHING } from './worker/counts.ts'

const Place = z.strictObject({
  id: RecordId.describe('ID of the guide'),
  move_id: RecordId.meta({ reference: 'The dry run or move, by the `id` with which it was created.' }),
})

export const createGuideMove = operation({
  name: 'create_guide_move',
  summary: "Preview moving a guide's open enrollments to another version",
  description:
    'A dry run, which moves nobody. Ask for it until its `status` is `checked`, then run it. Completed steps are kept by the ids of steps.',
  access: 'enrollments:write',
  scope: 'guides:publish',
  does: ['adds'],
  unaudited: 'preview',
  route: 'POST /guides/:id/moves',
  body: 'move',
  status: 201,
  input: z.strictObject({
    id: RecordId,
    version_id: Id.optional().describe('A version that has been published; defaults to the current one'),
    draft: z.boolean().optional().describe('Previews the draft, which must be published before the move is run'),
  }),
  output: recordOf(GuideMove),
  example: { draft: false },
  run: (context, { id: guide_id, ...given }) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      const version_id = await versionFor(tx, workspace_id, guide_id, given)
      await store.forgetOldMoves(tx, workspace_id, guide_id)
      const id = newId()
      const times = { created_at: tx.stamp, updated_at: tx.stamp }
      const lease = { lease_until: null, leased_by: null }
      await store.insertMove(tx, {
        workspace_id,
        id,
        guide_id,
        version_id,
        ...started(tx, 'checking'),
        ...lease,
        ...times,
      })
      await tx.notify(movesDue)
      return { data: existing(await store.findMove(tx, { workspace_id, id })) }
    }),
})

export const listGuideMoves = operation({
  name: 'list_guide_moves',
  summary: 'List the moves of a guide to other versions, newest first',
  description: 'Dry runs are kept for an hour, moves for 30 days.',
  access: 'enrollments:read',
  does: ['reads'],
  route: 'GET /guides/:id/moves',
  status: 200,
  input: z.strictObject({ id: RecordId, ...Paging, updated_since: UpdatedSince }),
  output: pageOf(GuideMove),
  run: async (context, { id, ...paging }) => {
    const { workspace_id } = context.caller
    existing(await context.store.read((reader) => findGuide(reader, workspace_id, id)))
    return listRecords(context, store.moveList, { filters: { guide_id: id }, ...paging })
  },
})

export const getGuideMove = operation({
  name: 'get_guide_move',
  summary: 'Get the progress and outcome of a move to another version',
  description: 'While it is `checking` or `running`, its numbers grow; ask again until it is `checked` or `done`.',
  access: 'enrollments:read',
  does: ['reads'],
  route: 'GET /guides/:id/moves/:move_id',
  status: 200,
  input: Place,
  output: recordOf(GuideMove),
  etag: GuideMove,
  run: ({ caller: { workspace_id }, store: { read } }, key) =>
    read(async (reader) => ({ data: await moveAt(reader, workspace_id, key) })),
})

export const runGuideMove = operation({
  name: 'run_guide_move',
  summary: 'Move open enrollments to the version of a dry run',
  description:
    'The move runs in the background. It emits `enrollment.updated` for each enrollment that it moves, and `enrollment.completed` if that completes the enrollment.',
  access: 'enrollments:write',
  scope: 'guides:publish',
  does: ['replaces', 'publishes'],
  audit: ['guide.contacts_moved'],
  route: 'POST /guides/:id/moves/:move_id/run',
  status: 200,
  input: Place,
  output: recordOf(GuideMove),
  run: (context, key) =>
    context.store.write(async (tx) => {
      const { workspace_id } = context.caller
      await tx.connection.dialect.lockRecord(tx.connection, `${key.id} moves`)
      const move = await moveAt(tx, workspace_id, key)
      if (move.status !== 'checked')
        throw validationError({ status: fieldError('wrong_state', `is ${move.status}, not checked`) })
      const version = await findVersion(tx, workspace_id, move.version_id)
      if (typeof version?.number !== 'number')
        throw validationError({ version_id: fieldError('not_published', 'is a draft: publish the guide first') })
      if (await store.isRunning(tx, workspace_id, move.guide_id))
        throw wrongState('Enrollments of this guide are being moved already. Wait until that move is done', {
          reason: 'moves_under_way',
        })
      await store.changeMove(tx, move, started(tx, 'running'))
      const details = { title: version.title, version: String(version.number), moved: String(move.moved) }
      await recordAudit(tx, context, { action: 'guide.contacts_moved', subject_id: move.guide_id, details })
      await tx.notify(movesDue)
      return { data: await moveAt(tx, workspace_id, key) }
    }),
})

export const continueGuideMove = operation({
  name: 'continue_guide_move',
  summary: 'Process a move to another version for some seconds',
  description: 'For programs that run no background worker. No effect while a worker runs.',
  access: 'enrollments:write',
  scope: 'guides:publish',
  does: ['replaces', 'publishes'],
  unaudited: 'preview',
  status: 200,
  input: Place,
  output: recordOf(GuideMove),
  async run(context: Context, key) {
    const { workspace_id } = context.caller
    const find = () => context.store.read((reader) => moveAt(reader, workspace_id, key))
    const { id } = await find()
    await runBatch(context, moveBatches, { workspace_id, id })
    return { data: await find() }
  },
})

function started(tx: Tx, status: 'checking' | 'running') {
  const beginning = { after_time: null, after_id: null, attempts: 0, deaths: 0, error: null, problem: null }
  return { status, ...NOTHING, ...beginning, next_attempt_at: tx.time }
}

async function moveAt(reader: Reader, workspace_id: string, { id, move_id }: z.output<typeof Place>) {
  const move = existing(await store.findMove(reader, { workspace_id, id: move_id }))
  if (move.guide_id !== id) throw notFound()
  return move
}

interface VersionChoice {
  version_id?: string | undefined
  draft?: boolean | undefined
}

/** @throws AppError `not_found` for the guide, `validation_error` for a version that nobody can be on */
async function versionFor(
  reader: Reader,
  workspace_id: string,
  guide_id: string,
  { version_id, draft }: VersionChoice,
) {
  const guide = existing(await findGuide(reader, workspace_id, guide_id))
  if (version_id !== undefined) {
    const version = await findPublished(reader, { workspace_id, guide_id, id: version_id })
    if (version) return version.id
    throw validationError({ version_id: fieldError('does_not_exist', 'is not a published version of this guide') })
  }
  const chosen = (draft ? guide.draft_version_id : null) ?? guide.published_version_id
  if (chosen !== null) return chosen
  throw validationError({ version_id: fieldError('not_published', 'is missing: this guide was never published') })
}
