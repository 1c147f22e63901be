import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Data } from '../../../api/operations.ts'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { Confirm } from '../../../components/dialog/confirm.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useCan } from '../../../workspace/workspace.ts'
import { usePersonOf } from './people/use-person-of.ts'

type File = Data<'getEnrollment'>['files'][number]

/** The files of the contact. */
export function Files({ enrollment }: { enrollment: Data<'getEnrollment'> }) {
  const { id: enrollment_id, files } = enrollment
  const who = usePersonOf(enrollment)
  const { t, dayTime, bytes } = useI18n()
  const may = useCan('enrollments:write')
  const [deleting, setDeleting] = useState<File>()
  const remove = useOperationMutation('deleteFile', { shown: true })
  if (files.length === 0) return <p className="pad all soft">{t('files.none')}</p>
  return (
    <>
      <ul className="rows">
        {files.map((file) => (
          <li key={file.id}>
            <div className="grow">
              <b>{file.name}</b>
              <small>{[bytes(file.bytes), who(file), dayTime(file.created_at)].filter(Boolean).join(', ')}</small>
            </div>
            <a className="btn side" href={file.download_url}>
              <Download className="icon" aria-hidden />
              {t('files.download')}
            </a>
            {may && (
              <Button
                look="bare"
                square
                aria-label={t('files.delete', { name: file.name })}
                onClick={() => setDeleting(file)}
              >
                <Trash2 className="icon" aria-hidden />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {deleting && (
        <Confirm
          title={t('files.delete', { name: deleting.name })}
          action={t('common.delete')}
          onClose={() => setDeleting(undefined)}
          run={() => remove.mutateAsync({ id: enrollment_id, file_id: deleting.id })}
        >
          {t('files.delete_text')}
        </Confirm>
      )}
    </>
  )
}
