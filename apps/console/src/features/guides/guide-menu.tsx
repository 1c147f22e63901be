import { Archive, Copy, Download, FileUp, History, Route, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useDownload } from '../../api/files.ts'
import type { Item } from '../../api/operations.ts'
import { useOperationMutation } from '../../api/use-operation.ts'
import { Confirm } from '../../components/dialog/confirm.tsx'
import { ActionMenu } from '../../components/menu.tsx'
import { toasts } from '../../components/toast.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useGo } from '../../workspace/link.tsx'
import { useCan } from '../../workspace/workspace.ts'
import { EnrollDialog } from '../enrollments/enroll/enroll.tsx'

type Guide = Pick<Item<'listAllGuides'>, 'id' | 'title' | 'status'>

interface GuideMenuProps {
  guide: Guide
  /** Called once it is deleted. */
  onDeleted?(): void
}

/** The menu of a guide. */
export function GuideMenu({ guide, onDeleted }: GuideMenuProps) {
  const { t } = useI18n()
  const go = useGo()
  const download = useDownload()
  const mayWrite = useCan('guides:write')
  const mayEnroll = useCan('enrollments:write')
  const [open, setOpen] = useState<'enroll' | 'archive' | 'delete'>()
  const close = () => setOpen(undefined)
  const { id, title, status } = guide
  const duplicate = useOperationMutation('duplicateGuide', { onSuccess: ({ data }) => go(`/guides/${data.id}`) })
  const unarchive = useOperationMutation('unarchiveGuide', {
    onSuccess: () => toasts.show(t('guides.published', { title })),
  })
  const archive = useOperationMutation('archiveGuide', { shown: true })
  const remove = useOperationMutation('deleteGuide', { shown: true })
  return (
    <>
      <ActionMenu
        of={title}
        actions={[
          mayEnroll &&
            status === 'published' && { icon: Route, text: t('enroll.button'), run: () => setOpen('enroll') },
          mayWrite && {
            icon: Copy,
            text: t('guides.duplicate'),
            run: () => duplicate.mutate({ id, title: t('guides.copy_of', { title }).slice(0, 255) }),
          },
          status !== 'draft' && {
            icon: History,
            text: t('versions.open'),
            run: () => go(`/guides/${id}/versions`),
          },
          { icon: Download, text: t('exports.guide_json'), run: () => download({ what: 'guide', id }) },
          mayWrite &&
            status === 'published' && { icon: Archive, text: t('guides.archive'), run: () => setOpen('archive') },
          mayWrite &&
            status === 'archived' && {
              icon: FileUp,
              text: t('guides.bring_back'),
              run: () => unarchive.mutate({ id }),
            },
          mayWrite && { icon: Trash2, text: t('common.delete'), danger: true, run: () => setOpen('delete') },
        ]}
      />
      {open === 'enroll' && <EnrollDialog guide_id={id} onClose={close} />}
      {open === 'archive' && (
        <Confirm
          title={t('guides.archive_title', { title })}
          action={t('guides.archive')}
          danger={false}
          onClose={close}
          run={async () => {
            await archive.mutateAsync({ id })
            toasts.show(t('guides.archived', { title }), () => unarchive.mutateAsync({ id }))
          }}
        >
          {t('guides.archive_text')}
        </Confirm>
      )}
      {open === 'delete' && (
        <Confirm
          title={t('guides.delete_title', { title })}
          action={t('guides.delete')}
          onClose={close}
          run={async () => {
            await remove.mutateAsync({ id })
            toasts.show(t('common.deleted', { name: title }))
            onDeleted?.()
          }}
        >
          {t('guides.delete_text')}
        </Confirm>
      )}
    </>
  )
}
