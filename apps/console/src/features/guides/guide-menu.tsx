import { Archive, Copy, Download, FileUp, History, Route, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useDownload } from '../../api/files.ts'
import type { Item } from '../../api/operations.ts'
import { useAct } from '../../api/use-operation.ts'
import { Confirm } from '../../components/dialog/confirm.tsx'
import { ActionMenu } from '../../components/menu.tsx'
import { toasts } from '../../components/toast.tsx'
import { useWords } from '../../i18n/i18n.ts'
import { useGo } from '../../workspace/link.tsx'
import { useMay } from '../../workspace/workspace.ts'
import { EnrollDialog } from '../enrollments/enroll/enroll.tsx'

type Guide = Pick<Item<'listAllGuides'>, 'id' | 'title' | 'status'>

interface GuideMenuProps {
  guide: Guide
  /** Called once it is deleted. */
  onDeleted?(): void
}

/** What can be done with a guide beyond writing it. */
export function GuideMenu({ guide, onDeleted }: GuideMenuProps) {
  const { say } = useWords()
  const go = useGo()
  const download = useDownload()
  const mayWrite = useMay('guides:write')
  const mayEnroll = useMay('enrollments:write')
  const [open, setOpen] = useState<'enroll' | 'archive' | 'delete'>()
  const close = () => setOpen(undefined)
  const { id, title, status } = guide
  const duplicate = useAct('duplicateGuide', { onSuccess: ({ data }) => go(`/guides/${data.id}`) })
  const publish = useAct('publishGuide', { onSuccess: () => toasts.show(say('guides.published', { title })) })
  const archive = useAct('archiveGuide', { shown: true })
  const remove = useAct('deleteGuide', { shown: true })
  return (
    <>
      <ActionMenu
        of={title}
        actions={[
          mayEnroll &&
            status === 'published' && { icon: Route, text: say('enroll.button'), run: () => setOpen('enroll') },
          mayWrite && {
            icon: Copy,
            text: say('guides.duplicate'),
            run: () => duplicate.mutate({ id, title: say('guides.copy_of', { title }).slice(0, 255) }),
          },
          status !== 'draft' && {
            icon: History,
            text: say('versions.open'),
            run: () => go(`/guides/${id}/versions`),
          },
          { icon: Download, text: say('exports.guide_json'), run: () => download({ what: 'guide', id }) },
          mayWrite &&
            status === 'published' && { icon: Archive, text: say('guides.archive'), run: () => setOpen('archive') },
          mayWrite &&
            status === 'archived' && {
              icon: FileUp,
              text: say('guides.bring_back'),
              run: () => publish.mutate({ id }),
            },
          mayWrite && { icon: Trash2, text: say('common.delete'), danger: true, run: () => setOpen('delete') },
        ]}
      />
      {open === 'enroll' && <EnrollDialog guide_id={id} onClose={close} />}
      {open === 'archive' && (
        <Confirm
          title={say('guides.archive_title', { title })}
          action={say('guides.archive')}
          danger={false}
          onClose={close}
          run={async () => {
            await archive.mutateAsync({ id })
            toasts.show(say('guides.archived', { title }), () => publish.mutateAsync({ id }))
          }}
        >
          {say('guides.archive_text')}
        </Confirm>
      )}
      {open === 'delete' && (
        <Confirm
          title={say('guides.delete_title', { title })}
          action={say('guides.delete')}
          onClose={close}
          run={async () => {
            await remove.mutateAsync({ id })
            toasts.show(say('common.deleted', { name: title }))
            onDeleted?.()
          }}
        >
          {say('guides.delete_text')}
        </Confirm>
      )}
    </>
  )
}
