import { useI18n } from '../../../../i18n/i18n.ts'

export function LastActive({ at }: { at: string | null }) {
  const { t, dayTime } = useI18n()
  return <span className="soft">{at ? dayTime(at) : t('people.not_opened')}</span>
}
