import { useMutation } from '@tanstack/react-query'
import { useContext } from 'react'
import { callWithFile } from '../../../../api/call.ts'
import { useFault } from '../../../../api/fault.ts'
import type { Data } from '../../../../api/operations.ts'
import { WorkspaceId } from '../../../../api/workspace-id.ts'
import { useI18n } from '../../../../i18n/i18n.ts'

/** Uploads files for the guide, with their progress and errors. */
export function useUpload(onUploaded: (media: Data<'uploadMedia'>) => void) {
  const { t } = useI18n()
  const workspace = useContext(WorkspaceId)
  const upload = useMutation({
    meta: { shown: true },
    mutationFn: (file: File) => callWithFile('uploadMedia', file, { name: file.name }, workspace),
    onSuccess: ({ data }) => onUploaded(data),
  })
  const fault = useFault(upload.error)
  const state = upload.isPending ? t('editor.uploading') : upload.isSuccess ? t('editor.uploaded') : ''
  return { send: upload.mutate, isBusy: upload.isPending, isRefused: fault !== undefined, says: fault?.text ?? state }
}
