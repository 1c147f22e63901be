import { Bell, Building2, Download, Route, Trash2, X } from 'lucide-react'
import type { Item } from '../../../api/operations.ts'
import { Button } from '../../../components/button.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useCan } from '../../../workspace/workspace.ts'
import { useContactActions } from '../actions/contact-actions.tsx'

interface BulkBarProps {
  selected: readonly Item<'listContacts'>[]
  /** Clears the selection. */
  clear(): void
}

/** The actions for the selected contacts. */
export function BulkBar({ selected, clear }: BulkBarProps) {
  const { t } = useI18n()
  const mayEnroll = useCan('enrollments:write')
  const mayWrite = useCan('contacts:write')
  const acts = useContactActions(selected, clear)
  return (
    <>
      <section className="bulk" aria-label={t('contacts.chosen', { count: selected.length })}>
        <b>{t('contacts.chosen', { count: selected.length })}</b>
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
        <Button look="bare" square aria-label={t('contacts.choose_none')} onClick={clear}>
          <X className="icon" aria-hidden />
        </Button>
      </section>
      {acts.dialog}
    </>
  )
}
