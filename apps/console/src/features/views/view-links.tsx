import { VIEW_LISTS, type ViewList } from '@handrail/core/contract'
import { useState } from 'react'
import { lazyDialog } from '../../components/loading/lazy-dialog.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useViews, viewsOf } from './use-views.ts'
import { ViewLink } from './view-link.tsx'
import './views.css'

const AllViews = lazyDialog(() => import('./all-views.tsx'), 'AllViews')

/** The most views below an item of the navigation. */
const MOST = 7

interface ViewLinksProps {
  /** The path of the item. */
  to: string
  onClick?: (() => void) | undefined
  /** Whether a title names the list, where they are not below its item. */
  isTitled?: boolean | undefined
}

/** Enrollments are customers by person: their views are below the same item. */
const BESIDE: Partial<Record<ViewList, ViewList>> = { customers: 'enrollments' }

/** The saved views of a list, below its item of the navigation. */
export function ViewLinks({ to, ...rest }: ViewLinksProps) {
  const list = VIEW_LISTS.find((one) => to === `/${one}`)
  return list && <LinksOf list={list} {...rest} />
}

function LinksOf({ list, onClick, isTitled = false }: Omit<ViewLinksProps, 'to'> & { list: ViewList }) {
  const { t } = useI18n()
  const [isListing, setListing] = useState(false)
  const views = viewsOf(useViews(), list, BESIDE[list])
  if (views.length === 0) return null
  return (
    <>
      {isTitled && <b className="view-title">{t('views.of_list', { list: t(`nav.${list}`) })}</b>}
      <ul className="view-links" aria-label={t('views.of_list', { list: t(`nav.${list}`) })}>
        {views.slice(0, MOST).map((view) => (
          <li key={view.id}>
            <ViewLink view={view} onClick={onClick} />
          </li>
        ))}
        {views.length > 1 && (
          <li>
            <button type="button" aria-haspopup="dialog" onClick={() => setListing(true)}>
              {t('views.all')}
            </button>
          </li>
        )}
      </ul>
      {isListing && <AllViews list={list} beside={BESIDE[list]} onClose={() => setListing(false)} />}
    </>
  )
}
