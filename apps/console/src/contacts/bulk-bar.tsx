import { Bell, Building2, Download, Route, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../app/workspace.ts'
import { useAct } from '../door/hooks.ts'
import type { Item } from '../door/operations.ts'
import { EnrollDialog } from '../enrollments/enroll/enroll.tsx'
import { OrganisationPicker } from '../organisations/picker.tsx'
import { Button } from '../parts/button.tsx'
import { FormDialog } from '../parts/dialog/form-dialog.tsx'
import { saveCsv } from '../parts/export/csv.ts'
import type { Option } from '../parts/form/picker.tsx'
import { toasts } from '../parts/toast.tsx'
import { useWords } from '../words/words.ts'
import { partsOf } from './parts-of.ts'
import { useRemind } from './remind.ts'

type Contact = Item<'listContacts'>

interface BulkBarProps {
  selected: readonly Contact[]
  /** Nothing is selected any more. */
  clear(): void
}

/** What can be done with several contacts at once. What is deleted can be brought back while the message says so. */
export function BulkBar({ selected, clear }: BulkBarProps) {
  const { say } = useWords()
  const mayEnroll = useMay('enrollments:write')
  const mayWrite = useMay('contacts:write')
  const [open, setOpen] = useState<'enroll' | 'move'>()
  const close = () => setOpen(undefined)
  const ids = selected.map(({ id }) => id)
  const { remind, isBusy } = useRemind(ids)
  const remove = useAct('deleteContacts')
  const restore = useAct('restoreContacts')
  const deleteAll = async () => {
    const gone: string[] = []
    for (const part of partsOf(ids)) gone.push(...(await remove.mutateAsync({ ids: part })).data.ids)
    clear()
    toasts.show(say('contacts.deleted', { count: gone.length }), async () => {
      for (const part of partsOf(gone)) await restore.mutateAsync({ ids: part })
    })
  }
  return (
    <>
      <section className="bulk" aria-label={say('contacts.chosen', { count: selected.length })}>
        <b>{say('contacts.chosen', { count: selected.length })}</b>
        {mayEnroll && (
          <Button look="main" onClick={() => setOpen('enroll')}>
            <Route className="icon" aria-hidden />
            {say('enroll.in_guide')}
          </Button>
        )}
        {mayEnroll && (
          <Button look="bare" busy={isBusy} onClick={() => void remind()}>
            <Bell className="icon" aria-hidden />
            {say('enrollment.remind')}
          </Button>
        )}
        {mayWrite && (
          <Button look="bare" onClick={() => setOpen('move')}>
            <Building2 className="icon" aria-hidden />
            {say('contacts.set_organisation')}
          </Button>
        )}
        <Button look="bare" onClick={() => saveCsv('contacts.csv', rowsOf(selected))}>
          <Download className="icon" aria-hidden />
          {say('exports.action')}
        </Button>
        {mayWrite && (
          <Button look="bare" busy={remove.isPending} onClick={() => void deleteAll().catch(() => undefined)}>
            <Trash2 className="icon" aria-hidden />
            {say('common.delete')}
          </Button>
        )}
        <Button look="bare" square aria-label={say('contacts.choose_none')} onClick={clear}>
          <X className="icon" aria-hidden />
        </Button>
      </section>
      {open === 'enroll' && <EnrollDialog contacts={selected} onClose={close} onDone={clear} />}
      {open === 'move' && <MoveDialog ids={ids} onClose={close} onDone={clear} />}
    </>
  )
}

function rowsOf(selected: readonly Contact[]): string[][] {
  const columns = [
    'email',
    'first_name',
    'last_name',
    'external_id',
    'organisation_id',
    'language',
    'created_at',
  ] as const
  return [[...columns], ...selected.map((contact) => columns.map((name) => contact[name] ?? ''))]
}

interface MoveDialogProps {
  ids: readonly string[]
  onClose(): void
  onDone(): void
}

function MoveDialog({ ids, onClose, onDone }: MoveDialogProps) {
  const { say } = useWords()
  const move = useAct('moveContacts', { shown: true })
  const initial: { organisation: Option | undefined } = { organisation: undefined }
  const save = async ({ organisation }: typeof initial) => {
    let count = 0
    for (const part of partsOf(ids)) {
      const { data } = await move.mutateAsync({ ids: part, organisation_id: organisation?.id ?? null })
      count += data.ids.length
    }
    onDone()
    toasts.show(say('contacts.moved', { count }))
  }
  return (
    <FormDialog
      title={say('contacts.set_organisation')}
      action={say('common.save')}
      initial={initial}
      save={save}
      onClose={onClose}
    >
      {({ values, set, wrong }) => (
        <OrganisationPicker
          chosen={values.organisation}
          wrong={wrong.organisation_id}
          onChoose={(chosen) => set('organisation', chosen)}
        />
      )}
    </FormDialog>
  )
}
