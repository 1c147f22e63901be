import { useOperationMutation } from '../../api/use-operation.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { toasts } from '../toast.tsx'

/** Marks a step as done, and offers to undo it. A completed enrollment stays completed. @param title of the step */
export function useCompleteStep(title: string, onDone?: () => void) {
  const { t } = useI18n()
  const change = useOperationMutation('updateEnrollmentStep')
  return useOperationMutation('completeStep', {
    onSuccess({ data: { status } }, { id, step_id }) {
      const undo = () => change.mutateAsync({ id, step_id, done: false })
      toasts.show(t('common.step_done', { step: title }), status === 'completed' ? undefined : undo)
      onDone?.()
    },
  })
}
