import { EyeOff } from 'lucide-react'
import { useI18n } from '../../i18n/i18n.ts'
import './plan.css'

/** The mark of a step that contacts never see. */
export function OnlyUs() {
  const { t } = useI18n()
  return (
    <span className="chip line only-us">
      <EyeOff className="icon" aria-hidden />
      {t('common.only_us')}
    </span>
  )
}
