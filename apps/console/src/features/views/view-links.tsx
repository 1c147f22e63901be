import { VIEW_LISTS, type ViewList } from '@handrail/core/contract'
import { Suspense, useState } from 'react'
import { lazyDialog } from '../../components/dialog/lazy-dialog.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { useViews, viewsOf } from './use-views.ts'
import { ViewLink } from './view-link.tsx'
import './views.css'

const AllViews = lazyDialog(() => import('./all-views.tsx'), 'AllViews')

/** The most views below an item of the navigation. */
const MOST = 7

/** The saved views of a list, below its item of the navigation. @param to the path of the item */
export function ViewLinks({ to }: { to: string }) {
  const list = VIEW_LISTS.find((one) => to === `/${one}`)
  return list && <LinksOf list={list} />
}

function LinksOf({ list }: { list: ViewList }) {
  const { t } = useI18n()
  const [isListing, setListing] = useState(false)
  const views = viewsOf(useViews(), list)
  if (views.length === 0) return null
  return (
    <div className="view-links">
      {views.slice(0, MOST).map((view) => (
        <ViewLink key={view.id} view={view} />
      ))}
      {views.length > 1 && (
        <button type="button" className="soft" aria-haspopup="dialog" onClick={() => setListing(true)}>
          {t('views.all')}
        </button>
      )}
      <Suspense>{isListing && <AllViews list={list} onClose={() => setListing(false)} />}</Suspense>
    </div>
  )
}
