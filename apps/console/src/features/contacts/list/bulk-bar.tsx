import { Bell, Building2, Download, Route, Trash2 } from 'lucide-react'
import type { Item } from '../../../api/operations.ts'
import { Button } from '../../../components/button.tsx'
import { BulkBar } from '../../../components/list/bulk-bar.tsx'
import type { Selection } from '../../../components/list/selection.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { useCan } from '../../../workspace/workspace.ts'
import { useContactActions } from '../actions/contact-actions.tsx'

/** The actions for the selected contacts. */
export function ContactBulkBar({ selection }: { selection: Selection<Item<'listContacts'>> }) {
  const { t } = useI18n()
  const mayEnroll = useCan('enrollments:write')
  const mayWrite = useCan('contacts:write')
  const acts = useContactActions(selection.rows, selection.clear)
  return (
    <>
      <BulkBar selection={selection}>
        {mayEnroll && (
          <Button look="main" onClick={acts.enroll}>
            <Route className="icon" aria-hidden />
            {t('enroll.in_guide')}
          </Button>
        )}
        {mayEnroll && (
          <Button look="bare" busy={acts.isReminding} onClick={acts.remind}>
            <Bell className="icon" aria-hidden />
            {t('enrollment.remind')}
          </Button>
        )}
        {mayWrite && (
          <Button look="bare" onClick={acts.move}>
            <Building2 className="icon" aria-hidden />
            {t('contacts.set_organisation')}
          </Button>
        )}
        <Button look="bare" onClick={acts.save}>
          <Download className="icon" aria-hidden />
          {t('exports.action')}
        </Button>
        {mayWrite && (
          <Button look="bare" busy={acts.isRemoving} onClick={acts.remove}>
            <Trash2 className="icon" aria-hidden />
            {t('common.delete')}
          </Button>
        )}
      </BulkBar>
      {acts.dialog}
    </>
  )
}
