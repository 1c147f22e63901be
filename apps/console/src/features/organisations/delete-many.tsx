import { useState } from 'react'
import { unsent } from '../../api/error.ts'
import { partsOf } from '../../api/id-chunks.ts'
import type { Item } from '../../api/operations.ts'
import { useOperationMutation } from '../../api/use-operation.ts'
import { FormDialog } from '../../components/dialog/form-dialog.tsx'
import { TextField } from '../../components/form/field.tsx'
import { toasts } from '../../components/toast.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { namesOf } from './names.ts'

interface DeleteManyProps {
  organisations: readonly Item<'listOrganisations'>[]
  onClose(): void
  onDone(): void
}

/** The confirmation before organisations are deleted. It asks for their number, because this cannot be undone. */
export function DeleteMany({ organisations, onClose, onDone }: DeleteManyProps) {
  const i18n = useI18n()
  const { t } = i18n
  const [at, setAt] = useState<number>()
  const remove = useOperationMutation('deleteOrganisations', { shown: true })
  const count = organisations.length
  const contacts = organisations.reduce((sum, { contacts_count }) => sum + contacts_count, 0)
  const save = async ({ typed }: { typed: string }) => {
    if (typed.trim() !== String(count)) throw unsent('typed', t('organisations.number_differs'))
    let deleted = 0
    for (const part of partsOf(organisations.map(({ id }) => id))) {
      setAt(deleted)
      deleted += (await remove.mutateAsync({ ids: part })).data.ids.length
    }
    onDone()
    const left = count - deleted
    const said = t('organisations.selected_deleted', { count: deleted })
    toasts.show(left === 0 ? said : `${said} ${t('bulk.left.not_found', { count: left })}`)
  }
  return (
    <FormDialog
      title={t('organisations.selected_delete_title', { count })}
      action={
        at === undefined
          ? t('organisations.selected_delete_action', { count })
          : t('bulk.at', { number: at, of: count })
      }
      danger
      initial={{ typed: '' }}
      save={save}
      onClose={onClose}
    >
      {({ text }) => (
        <>
          <p>{namesOf(organisations, i18n)}</p>
          {contacts > 0 && <p>{t('organisations.selected_delete_text', { count: contacts })}</p>}
          <p className="soft">{t('organisations.selected_delete_fields')}</p>
          <TextField
            label={t('organisations.type_number', { number: count })}
            inputMode="numeric"
            autoComplete="off"
            {...text('typed')}
          />
        </>
      )}
    </FormDialog>
  )
}
