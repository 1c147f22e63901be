import { useOperation } from '../../api/use-operation.ts'
import { useI18n } from '../../i18n/i18n.ts'
import type { CountProps } from '../../workspace/navigation/nav-item.ts'
import { useQuietPeriod } from '../../workspace/use-quiet-period.ts'

/** The highest number that a badge shows. */
const MOST = 99

/** The number of unread items for the reader, requested after the content of the page. */
function useUnread(): number {
  const isQuiet = useQuietPeriod()
  const input = { is_unread: true as const, group: 'for_me' as const, per_page: 1 }
  return useOperation('listInbox', input, { enabled: isQuiet }).data?.meta.total ?? 0
}

/** The same on a button or link of the navigation. */
export function UnreadBadge({ className }: CountProps) {
  const { t } = useI18n()
  const count = useUnread()
  if (count === 0) return null
  return (
    <>
      <span className={className} aria-hidden>
        {count > MOST ? `${MOST}+` : count}
      </span>
      <span className="unseen">{t('inbox.new', { count })}</span>
    </>
  )
}
