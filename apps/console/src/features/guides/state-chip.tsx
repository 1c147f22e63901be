import { useI18n } from '../../i18n/i18n.ts'

const LOOKS = { published: 'chip good', draft: 'chip', archived: 'chip line' } as const

export function StateChip({ status }: { status: keyof typeof LOOKS }) {
  const { t } = useI18n()
  return <span className={LOOKS[status]}>{t(`guides.state.one_${status}`)}</span>
}
