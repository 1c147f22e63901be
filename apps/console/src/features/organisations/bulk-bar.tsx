import { Download, Route, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Item } from '../../api/operations.ts'
import { Button } from '../../components/button.tsx'
import { saveCsv } from '../../components/export/csv.ts'
import { BulkBar } from '../../components/list/bulk-bar.tsx'
import type { Selection } from '../../components/list/selection.ts'
import { lazyDialog } from '../../components/loading/lazy-dialog.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useCan } from '../../workspace/workspace.ts'

type Organisation = Item<'listOrganisations'>

const DeleteMany = lazyDialog(() => import('./delete-many.tsx'), 'DeleteMany')
const EnrollContacts = lazyDialog(() => import('./enroll-contacts.tsx'), 'EnrollContacts')

const COLUMNS = ['id', 'name', 'domain', 'external_id', 'contacts_count', 'created_at'] as const

/** The actions for the selected organisations. */
export function OrganisationBulkBar({ selection }: { selection: Selection<Organisation> }) {
  const { t } = useI18n()
  const [open, setOpen] = useState<'enroll' | 'delete'>()
  const mayEnroll = useCan('enrollments:write')
  const mayWrite = useCan('organisations:write')
  const close = () => setOpen(undefined)
  const { rows } = selection
  const save = () =>
    saveCsv('organisations.csv', [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column] ?? ''))])
  return (
    <>
      <BulkBar selection={selection}>
        {mayEnroll && (
          <Button look="main" onClick={() => setOpen('enroll')}>
            <Route className="icon" aria-hidden />
            {t('organisations.enroll_contacts')}
          </Button>
        )}
        <Button look="bare" onClick={save}>
          <Download className="icon" aria-hidden />
          {t('exports.action')}
        </Button>
        {mayWrite && (
          <Button look="bare" onClick={() => setOpen('delete')}>
            <Trash2 className="icon" aria-hidden />
            {t('common.delete')}
          </Button>
        )}
      </BulkBar>
      {open === 'enroll' && <EnrollContacts organisations={rows} onClose={close} onDone={selection.clear} />}
      {open === 'delete' && <DeleteMany organisations={rows} onClose={close} onDone={selection.clear} />}
    </>
  )
}
