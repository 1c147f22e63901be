import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Data } from '../../../api/operations.ts'
import { useAct } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { Confirm } from '../../../components/dialog/confirm.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { useMay } from '../../../workspace/workspace.ts'

type File = Data<'getEnrollment'>['files'][number]

/** What the contact sent. */
export function Files({ enrollment: { id: enrollment_id, files } }: { enrollment: Data<'getEnrollment'> }) {
  const { say, dayTime, bytes } = useWords()
  const may = useMay('enrollments:write')
  const [deleting, setDeleting] = useState<File>()
  const remove = useAct('deleteFile', { shown: true })
  if (files.length === 0) return <p className="pad all soft">{say('files.none')}</p>
  return (
    <>
      <ul className="rows">
        {files.map((file) => (
          <li key={file.id}>
            <div className="grow">
              <b>{file.name}</b>
              <small>
                {bytes(file.bytes)}, {dayTime(file.created_at)}
              </small>
            </div>
            <a className="btn side" href={file.download_url}>
              <Download className="icon" aria-hidden />
              {say('files.download')}
            </a>
            {may && (
              <Button
                look="bare"
                square
                aria-label={say('files.delete', { name: file.name })}
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
          title={say('files.delete', { name: deleting.name })}
          action={say('common.delete')}
          onClose={() => setDeleting(undefined)}
          run={() => remove.mutateAsync({ id: enrollment_id, file_id: deleting.id })}
        >
          {say('files.delete_text')}
        </Confirm>
      )}
    </>
  )
}
