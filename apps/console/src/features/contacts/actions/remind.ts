import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { CallError } from '../../../api/error.ts'
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
    for (const part of partsOf(contact_ids)) {
      const { value } = await call('listLatestEnrollments', { contact_ids: part }, { workspace })
      for (const { id, status } of value.data)
        if (status === 'invited' || status === 'in_progress') count += (await remindOne(workspace, id)) ? 1 : 0
    }
    const left = contact_ids.length - count
    const said = i18n.t('contacts.reminded_many', { count })
    toasts.show(left === 0 ? said : `${said} ${i18n.t('contacts.not_reminded', { count: left })}`)
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

/** @returns whether a reminder is sent, which is not the case after one on the same day or after unsubscribing */
async function remindOne(workspace: string, id: string): Promise<boolean> {
  try {
    await call('sendReminder', { id }, { workspace })
    return true
  } catch (error) {
    if (error instanceof CallError && error.status === 422) return false
    throw error
  }
}
