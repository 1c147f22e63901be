import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { unsent } from '../../../api/error.ts'
import type { Item } from '../../../api/operations.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { ChoiceField, DateField } from '../../../components/form/field.tsx'
import { toasts } from '../../../components/toast.tsx'
import { type I18n, useI18n } from '../../../i18n/i18n.ts'
import { useWorkspace } from '../../../workspace/workspace.ts'
import { type Action, applies, type Change, changeAll, type Outcome } from './changes.ts'

const DAY_MS = 86_400_000
/** The names shown before "and 71 more". */
const SHOWN = 5

interface BulkDialogProps {
  action: Action
  rows: readonly Item<'listEnrollments'>[]
  onClose(): void
  onDone(): void
}

/** Asks before many enrollments are changed, says which, and which are left. */
export function BulkDialog({ action, rows, onClose, onDone }: BulkDialogProps) {
  const i18n = useI18n()
  const { t } = i18n
  const { workspace } = useWorkspace()
  const client = useQueryClient()
  const [done, setDone] = useState<number>()
  const concerned = rows.filter((row) => applies(action, row))
  const count = concerned.length
  const initial = { day: new Date(Date.now() + 14 * DAY_MS).toISOString().slice(0, 10), assignee_id: '' }
  const save = async (values: typeof initial) => {
    const change = changeOf(action, values, i18n)
    const ids = concerned.map(({ id }) => id)
    const outcome = await changeAll(ids, change, { workspace: workspace.id, progress: setDone }).finally(() =>
      client.invalidateQueries(),
    )
    onDone()
    toasts.show(outcomeText(action, outcome, i18n))
  }
  return (
    <FormDialog
      title={t(`bulk.${action}_title`, { count })}
      action={done === undefined ? t(`bulk.${action}_action`, { count }) : t('bulk.at', { number: done, of: count })}
      danger={action === 'expire'}
      initial={initial}
      save={save}
      onClose={onClose}
    >
      {({ values, set, wrong }) => (
        <>
          <p>{namesOf(concerned, i18n)}</p>
          {rows.length > count && <p className="soft">{t('bulk.others', { count: rows.length - count })}</p>}
          {action === 'extend' && (
            <DateField
              label={t('enrollment.works_until')}
              hint={t('bulk.extend_hint')}
              wrong={wrong.expires_at}
              value={values.day}
              onChange={(day) => set('day', day)}
            />
          )}
          {action === 'assign' && (
            <Assignee value={values.assignee_id} onChange={(assignee_id) => set('assignee_id', assignee_id)} />
          )}
          {action === 'remind' && <p className="soft">{t('attention.one_a_day')}</p>}
        </>
      )}
    </FormDialog>
  )
}

function Assignee({ value, onChange }: { value: string; onChange(user_id: string): void }) {
  const { t } = useI18n()
  const colleagues = useOperation('listColleagues', {}).data?.data ?? []
  return (
    <ChoiceField
      label={t('enrollments.assignee')}
      value={value}
      options={[['', t('bulk.nobody')], ...colleagues.map(({ user_id, name }) => [user_id, name] as const)]}
      onChange={onChange}
    />
  )
}

function changeOf(action: Action, { day, assignee_id }: { day: string; assignee_id: string }, { t }: I18n): Change {
  if (action === 'assign') return { action, assignee_id: assignee_id || null }
  if (action !== 'extend') return { action }
  const expires_at = new Date(`${day}T23:59:59`)
  if (Number.isNaN(expires_at.getTime()) || expires_at.getTime() <= Date.now())
    throw unsent('expires_at', t('bulk.choose_day'))
  return { action, expires_at: expires_at.toISOString() }
}

/** `Maya Osei, Ben Ito and 74 more` */
function namesOf(rows: readonly Item<'listEnrollments'>[], { t }: I18n): string {
  const names = rows.slice(0, SHOWN).map(({ contact_name }) => contact_name)
  const more = rows.length - names.length
  return more === 0 ? names.join(', ') : t('bulk.and_more', { names: names.join(', '), count: more })
}

function outcomeText(action: Action, { changed, left, held_until }: Outcome, { t, dayTime }: I18n): string {
  const said = held_until
    ? t('bulk.remind_held', { count: changed, time: dayTime(held_until) })
    : t(`bulk.${action}_done`, { count: changed })
  const reasons = [...left].map(([reason, count]) => t(`bulk.left.${reason}`, { count }))
  return [said, ...reasons].join(' ')
}
