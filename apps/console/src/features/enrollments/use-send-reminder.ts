import { useOperationMutation } from '../../api/use-operation.ts'
import { toasts } from '../../components/toast.tsx'
import { useI18n } from '../../i18n/i18n.ts'

/** Reminds the contact of an enrollment, and shows when the mail is sent: in quiet hours, as soon as they end. */
export function useSendReminder(name: string): { isPending: boolean; mutate(input: { id: string }): void } {
  const { t, dayTime } = useI18n()
  return useOperationMutation('sendReminder', {
    onSuccess: ({ data: { next_attempt_at, created_at } }) => {
      const isHeld = next_attempt_at !== null && next_attempt_at > created_at
      toasts.show(
        isHeld
          ? t('enrollment.reminded_later', { name, time: dayTime(next_attempt_at) })
          : t('enrollment.reminded', { name }),
      )
    },
  })
}
