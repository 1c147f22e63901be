import { useState } from 'react'
import { partsOf } from '../../../api/id-chunks.ts'
import type { Item } from '../../../api/operations.ts'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { saveCsv } from '../../../components/export/csv.ts'
import { OrganisationPicker, useOrganisationId } from '../../../components/organisation/organisation-picker.tsx'
import type { Option } from '../../../components/overlays/option.ts'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { EnrollDialog } from '../../enrollments/enroll/enroll.tsx'
import { useRemind } from './remind.ts'

type Contact = Item<'listContacts'>

/**
 * What can be done with one or several contacts of a list, and the dialog that is open for it.
 * What is deleted can be brought back while the message says so.
 * @param onDone called when they were enrolled, moved or deleted
 */
export function useContactActions(contacts: readonly Contact[], onDone: () => void) {
  const { t } = useI18n()
  const [open, setOpen] = useState<'enroll' | 'move'>()
  const ids = contacts.map(({ id }) => id)
  const { remind, isBusy: isReminding } = useRemind(ids)
  const remove = useOperationMutation('deleteContacts')
  const restore = useOperationMutation('restoreContacts')
  const deleteAll = async () => {
    const gone: string[] = []
    for (const part of partsOf(ids)) gone.push(...(await remove.mutateAsync({ ids: part })).data.ids)
    onDone()
    toasts.show(t('contacts.deleted', { count: gone.length }), async () => {
      for (const part of partsOf(gone)) await restore.mutateAsync({ ids: part })
    })
  }
  const close = () => setOpen(undefined)
  return {
    enroll: () => setOpen('enroll'),
    move: () => setOpen('move'),
    remind: () => void remind(),
    isReminding,
    save: () => saveCsv('contacts.csv', rowsOf(contacts)),
    // The error is shown where the call was made.
    remove: () => void deleteAll().catch(() => undefined),
    isRemoving: remove.isPending,
    dialog: (
      <>
        {open === 'enroll' && <EnrollDialog contacts={contacts} onClose={close} onDone={onDone} />}
        {open === 'move' && <MoveDialog ids={ids} onClose={close} onDone={onDone} />}
      </>
    ),
  }
}

function rowsOf(contacts: readonly Contact[]): string[][] {
  const columns = [
    'email',
    'first_name',
    'last_name',
    'external_id',
    'organisation_id',
    'language',
    'created_at',
  ] as const
  return [[...columns], ...contacts.map((contact) => columns.map((name) => contact[name] ?? ''))]
}

interface MoveDialogProps {
  ids: readonly string[]
  onClose(): void
  onDone(): void
}

function MoveDialog({ ids, onClose, onDone }: MoveDialogProps) {
  const { t } = useI18n()
  const move = useOperationMutation('moveContacts', { shown: true })
  const organisationIdOf = useOrganisationId()
  const initial: { organisation: Option | undefined } = { organisation: undefined }
  const save = async ({ organisation }: typeof initial) => {
    const organisation_id = await organisationIdOf(organisation)
    let count = 0
    for (const part of partsOf(ids)) {
      const { data } = await move.mutateAsync({ ids: part, organisation_id })
      count += data.ids.length
    }
    onDone()
    toasts.show(t('contacts.moved', { count }))
  }
  return (
    <FormDialog
      title={t('contacts.set_organisation')}
      action={t('common.save')}
      initial={initial}
      save={save}
      onClose={onClose}
    >
      {({ values, set, wrong }) => (
        <OrganisationPicker
          chosen={values.organisation}
          wrong={wrong.organisation_id}
          canCreate
          onChoose={(chosen) => set('organisation', chosen)}
        />
      )}
    </FormDialog>
  )
}
