import { Route } from 'lucide-react'
import { lazyDialog } from '../../components/loading/lazy-dialog.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import type { OptionalItem } from '../../workspace/palette/palette-item.ts'
import { useCan } from '../../workspace/workspace.ts'

const EnrollDialog = lazyDialog(() => import('./enroll/enroll.tsx'), 'EnrollDialog')

export function useEnrollmentCommands(): OptionalItem[] {
  const { t } = useI18n()
  const canEnroll = useCan('enrollments:write')
  return [
    canEnroll && {
      id: 'enroll',
      text: t('enroll.title'),
      icon: Route,
      dialog: (onClose) => <EnrollDialog onClose={onClose} />,
    },
  ]
}
