import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import { call, callWithFile } from './call.ts'
import type { FileInput, FileName, Input, Output } from './operations.ts'
import { WorkspaceId } from './workspace-id.ts'

/** Runs an operation that takes a file, which is sent as it is read. */
export function useSendFile<N extends FileName>(
  name: N,
): UseMutationResult<Output<N>, unknown, { file: Blob; fields: FileInput<N> }> {
  const workspace = useContext(WorkspaceId)
  const client = useQueryClient()
  return useMutation({
    meta: { shown: true },
    mutationFn: ({ file, fields }) => callWithFile(name, file, fields, workspace),
    onSuccess: () => client.invalidateQueries(),
  })
}

/** Returns a function that starts a download, from an address that is valid for some minutes. */
export function useDownload(): (what: Input<'createExport'>['export']) => Promise<void> {
  const workspace = useContext(WorkspaceId)
  return async (what) => {
    const { value } = await call('createExport', { export: what }, { workspace })
    // Below the same address as this page, by whichever name the instance was reached.
    window.location.assign(new URL(value.data.url).pathname)
  }
}
