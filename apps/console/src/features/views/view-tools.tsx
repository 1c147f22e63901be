import type { ViewList } from '@handrail/core/contract'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { useOperationMutation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { lazyDialog } from '../../components/loading/lazy-dialog.tsx'
import { toasts } from '../../components/toast.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useFilters } from '../../workspace/link.tsx'
import { isSame, savedFrom, VIEW } from './address.ts'
import { useMayChange, useViews, viewsOf } from './use-views.ts'
import { ViewMenu } from './view-menu.tsx'

const ViewDialog = lazyDialog(() => import('./view-dialog.tsx'), 'ViewDialog')

/** Beside the filters of a list: saves them as a view, or changes the open one. */
export function ViewTools({ list }: { list: ViewList }) {
  const { t } = useI18n()
  const [search, change] = useFilters()
  const [isSaving, setSaving] = useState(false)
  const mayChange = useMayChange()
  const update = useOperationMutation('updateView')
  const views = viewsOf(useViews(), list)
  const saved = savedFrom(list, search)
  const open = views.find(({ id }) => id === search[VIEW]) ?? views.find((view) => isSame(view, saved))
  const isEmpty = Object.keys(saved.filters).length === 0 && saved.sort === null
  const isChanged = open === undefined || !isSame(open, saved)
  return (
    <div className="view-tools">
      {open && (
        <span className="view-name">
          <Bookmark className="icon" aria-hidden />
          <span className="cut">{open.name}</span>
        </span>
      )}
      {open && isChanged && !isEmpty && mayChange(open) && (
        <Button
          look="bare"
          busy={update.isPending}
          onClick={() =>
            update.mutate(
              { id: open.id, ...saved },
              { onSuccess: () => toasts.show(t('common.saved', { name: open.name })) },
            )
          }
        >
          {t('views.save_changes')}
        </Button>
      )}
      {isChanged && !isEmpty && (
        <Button look="bare" onClick={() => setSaving(true)}>
          {t(open ? 'views.save_as' : 'views.save')}
        </Button>
      )}
      {open && <ViewMenu view={open} onDeleted={() => change({ [VIEW]: undefined })} />}
      {isSaving && (
        <ViewDialog
          list={list}
          saved={saved}
          onSaved={({ id }) => change({ [VIEW]: id })}
          onClose={() => setSaving(false)}
        />
      )}
    </div>
  )
}
