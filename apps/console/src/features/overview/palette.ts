import { ListChecks, Telescope } from 'lucide-react'
import { toasts } from '../../components/toast.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useGo } from '../../workspace/link.tsx'
import type { OptionalItem } from '../../workspace/palette/palette-item.ts'
import { useCan } from '../../workspace/workspace.ts'
import { useFirstStepsHidden } from './first/hidden.ts'
import { useSample } from './first/use-sample.ts'

export function useOverviewCommands(): OptionalItem[] {
  const { t } = useI18n()
  const canManage = useCan('workspace:manage')
  const [isHidden, hide] = useFirstStepsHidden()
  const sample = useSample({ shown: false })
  const go = useGo()
  return [
    canManage && {
      id: 'sample',
      text: t(sample.own ? 'first.sample_open' : 'first.sample_add'),
      icon: Telescope,
      run() {
        if (!sample.own) toasts.show(t('first.sample_adding'))
        // A failure is shown as a toast.
        void sample.open().catch(() => undefined)
      },
    },
    isHidden && {
      id: 'first_steps',
      text: t('first.show'),
      icon: ListChecks,
      run() {
        hide(false)
        go('/')
      },
    },
  ]
}
