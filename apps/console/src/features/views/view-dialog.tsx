import { MAX_VIEW_NAME, type ViewList } from '@handrail/core/contract'
import { useOperationMutation } from '../../api/use-operation.ts'
import { FormDialog } from '../../components/dialog/form-dialog.tsx'
import { TextField, Tick } from '../../components/form/field.tsx'
import { toasts } from '../../components/toast.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useCan } from '../../workspace/workspace.ts'
import type { SavedView, View } from './use-views.ts'

interface ViewDialogProps {
  /** The one to rename; without it, the address is saved as a new one. */
  view?: View | undefined
  list: ViewList
  saved: Pick<View, 'filters' | 'sort' | 'order'>
  onSaved(view: SavedView): void
  onClose(): void
}

/** Saves a view under a name, or renames one. */
export function ViewDialog({ view, list, saved, onSaved, onClose }: ViewDialogProps) {
  const { t } = useI18n()
  const mayShare = useCan('enrollments:write')
  const create = useOperationMutation('createView', { shown: true })
  const update = useOperationMutation('updateView', { shown: true })
  const initial = { name: view?.name ?? '', is_shared: view?.is_shared ?? false }
  const save = async (values: typeof initial) => {
    const { data } = await (view
      ? update.mutateAsync({ id: view.id, ...values })
      : create.mutateAsync({ list, ...saved, ...values }))
    toasts.show(t('common.saved', { name: data.name }))
    onSaved(data)
  }
  return (
    <FormDialog
      title={t(view ? 'views.rename_title' : 'views.save_title')}
      action={t('common.save')}
      initial={initial}
      save={save}
      onClose={onClose}
    >
      {({ values, text, set }) => (
        <>
          <TextField label={t('views.name')} maxLength={MAX_VIEW_NAME} {...text('name')} />
          {mayShare ? (
            <Tick
              label={t('views.share_tick')}
              hint={t('views.share_hint')}
              checked={values.is_shared}
              onChange={(is_shared) => set('is_shared', is_shared)}
            />
          ) : (
            <p className="soft">{t('views.private_only')}</p>
          )}
        </>
      )}
    </FormDialog>
  )
}
