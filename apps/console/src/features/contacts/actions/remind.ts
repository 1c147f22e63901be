import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { faultOf } from '../../../api/fault.ts'
import { partsOf } from '../../../api/id-chunks.ts'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useWorkspace } from '../../../workspace/workspace.ts'

/** Reminds contacts of the guide that they were enrolled in last, each who may be and has not finished it. */
export function useRemind(contact_ids: readonly string[]): { remind(): Promise<void>; isBusy: boolean } {
  const i18n = useI18n()
  const client = useQueryClient()
  const workspace = useWorkspace().workspace.id
  const [isBusy, setBusy] = useState(false)
  const remindAll = async () => {
    let count = 0
    let held_until: string | null = null
    for (const part of partsOf(contact_ids)) {
      const { value } = await call('listLatestEnrollments', { contact_ids: part }, { workspace })
      const ids = value.data.map(({ id }) => id)
      if (ids.length === 0) continue
      const change = { action: 'remind' } as const
      const { data } = (await call('changeEnrollments', { ids, change }, { workspace })).value
      count += data.changed.length
      held_until ??= data.held_until
    }
    const left = contact_ids.length - count
    const said = [i18n.t('contacts.reminded_many', { count })]
    if (held_until !== null) said.push(i18n.t('contacts.reminders_held', { time: i18n.dayTime(held_until) }))
    if (left > 0) said.push(i18n.t('contacts.not_reminded', { count: left }))
    toasts.show(said.join(' '))
  }
  return {
    isBusy,
    async remind() {
      setBusy(true)
      await remindAll().catch((error) => toasts.show(faultOf(error, i18n).text))
      setBusy(false)
      await client.invalidateQueries()
    },
  }
}
