import { ArrowDown, ArrowUp, Lock, Pencil, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { useOperationMutation } from '../../api/use-operation.ts'
import { lazyDialog } from '../../components/loading/lazy-dialog.tsx'
import { ActionMenu } from '../../components/menu.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useCan } from '../../workspace/workspace.ts'
import { useDeleteView, useMayChange, useViews, type View, viewsOf } from './use-views.ts'

const ViewDialog = lazyDialog(() => import('./view-dialog.tsx'), 'ViewDialog')

interface ViewMenuProps {
  view: View
  onDeleted?(): void
}

/** What can be done with a view: rename, share, move among the others, delete. */
export function ViewMenu({ view, onDeleted }: ViewMenuProps) {
  const { t } = useI18n()
  const [isRenaming, setRenaming] = useState(false)
  const mayShare = useCan('enrollments:write')
  const mayChange = useMayChange()
  const remove = useDeleteView()
  const { mutate } = useOperationMutation('updateView')
  const others = viewsOf(useViews(), view.list).filter(({ is_shared }) => is_shared === view.is_shared)
  const place = others.findIndex(({ id }) => id === view.id)
  if (!mayChange(view)) return null
  const { id, name, is_shared } = view
  return (
    <>
      <ActionMenu
        of={name}
        actions={[
          { icon: Pencil, text: t('views.rename'), run: () => setRenaming(true) },
          mayShare && {
            icon: is_shared ? Lock : Users,
            text: t(is_shared ? 'views.make_private' : 'views.share'),
            run: () => mutate({ id, is_shared: !is_shared }),
          },
          place > 0 && { icon: ArrowUp, text: t('views.up'), run: () => mutate({ id, position: place }) },
          place >= 0 &&
            place < others.length - 1 && {
              icon: ArrowDown,
              text: t('views.down'),
              run: () => mutate({ id, position: place + 2 }),
            },
          {
            icon: Trash2,
            text: t('common.delete'),
            danger: true,
            run: () => remove(view).then(onDeleted, () => undefined),
          },
        ]}
      />
      {isRenaming && (
        <ViewDialog
          view={view}
          list={view.list}
          saved={view}
          onSaved={() => undefined}
          onClose={() => setRenaming(false)}
        />
      )}
    </>
  )
}
