import type { Rows } from '../../api/list/use-list.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../button.tsx'

/** A button that loads the next page of a list, if there is one. */
export function More({ list }: { list: Rows<unknown> }) {
  const { t } = useI18n()
  if (!list.hasMore) return null
  return (
    <div className="more">
      <Button busy={list.isLoadingMore} onClick={list.more}>
        {t('common.show_more')}
      </Button>
    </div>
  )
}
