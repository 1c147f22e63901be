import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import { call } from '../../../../api/call.ts'
import { CallError } from '../../../../api/error.ts'
import { faultOf } from '../../../../api/fault.ts'
import type { Data } from '../../../../api/operations.ts'
import { WorkspaceId } from '../../../../api/workspace-id.ts'
import { toasts } from '../../../../components/toast.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'

interface Reminded {
  /** Null for the primary contact. */
  participant_id: string | null
  name: string
}

/** Reminds people of an enrollment, each by a mail of their own, and shows what became of each. */
export function useRemindPeople(id: string) {
  const i18n = useI18n()
  const { t, dayTime } = i18n
  const workspace = useContext(WorkspaceId)
  const client = useQueryClient()
  const send = async ({ participant_id }: Reminded): Promise<Data<'sendReminder'>> => {
    const { value } =
      participant_id === null
        ? await call('sendReminder', { id }, { workspace })
        : await call('sendParticipantReminder', { id, participant_id }, { workspace })
    return value.data
  }
  const refusal = (error: unknown, name: string): string => {
    const codes = error instanceof CallError ? (error.body.codes ?? {}) : {}
    if (codes.base === 'taken') return t('holds_up.had_mail', { name })
    if (codes.contact_id || codes.participant_id) return t('holds_up.opted_out', { name })
    const { title, text } = faultOf(error, i18n)
    return `${title} ${text}`
  }
  return useMutation({
    meta: { shown: true },
    async mutationFn(people: readonly Reminded[]) {
      const sentences: string[] = []
      for (const one of people) {
        try {
          const { next_attempt_at, created_at } = await send(one)
          const isHeld = next_attempt_at !== null && next_attempt_at > created_at
          const time = isHeld ? dayTime(next_attempt_at) : ''
          sentences.push(t(isHeld ? 'enrollment.reminded_later' : 'enrollment.reminded', { name: one.name, time }))
        } catch (error) {
          // Without an answer, the others would have none either.
          if (!(error instanceof CallError) || error.status !== 422) throw error
          sentences.push(refusal(error, one.name))
        }
      }
      return sentences
    },
    async onSuccess(sentences) {
      toasts.show(sentences.join('. '))
      await client.invalidateQueries()
    },
    onError(error) {
      const { title, text } = faultOf(error, i18n)
      toasts.show(`${title} ${text}`)
    },
  })
}
