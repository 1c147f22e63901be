import { useContext, useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import type { Data, Input } from '../../../api/operations.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { WorkspaceId } from '../../../api/workspace-id.ts'

export type Move = Data<'getGuideMove'>

const EVERY_MS = 500

function isUnderWay(status: Move['status'] | undefined): boolean {
  return status === 'checking' || status === 'running'
}

/** Begins a dry run, which moves nobody, and follows it. */
export function useDryRun({ id, version_id, draft }: Input<'createGuideMove'>) {
  const workspace = useContext(WorkspaceId)
  const [begun, setBegun] = useState('')
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    const leaving = new AbortController()
    // Nothing that is shown changes by it: what is being written beside it stays as it is.
    call('createGuideMove', { id, version_id, draft }, { workspace, signal: leaving.signal }).then(
      ({ value }) => setBegun(value.data.id),
      (failure: unknown) => leaving.signal.aborted || setError(failure),
    )
    return () => leaving.abort()
  }, [id, version_id, draft, workspace])
  const query = useFollowed({ id, move_id: begun }, begun !== '')
  return { move: query.data?.data, error: error ?? query.error }
}

/** The progress of a running move. */
export function useFollowed(place: Input<'getGuideMove'>, enabled: boolean) {
  return useOperation('getGuideMove', place, {
    enabled,
    every: (answer) => (answer === undefined || isUnderWay(answer.data.status) ? EVERY_MS : false),
  })
}
