import { BookOpen, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Item } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { Search } from '../../components/list/search.tsx'
import { Empty, QueryView } from '../../components/query-view.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { Link, useFilters } from '../../workspace/link.tsx'
import { useCan } from '../../workspace/workspace.ts'
import { GuideTable } from './list/guide-table.tsx'
import { type Order, ordered, orderOf, sortOf } from './list/order.ts'
import { OrderChoice } from './list/order-choice.tsx'
import { NewGuideDialog } from './new/new-guide.tsx'
import { OpenJson } from './new/open-json.tsx'
import './guides.css'

const STATES = ['', 'published', 'draft', 'archived'] as const

/** Everything that contacts can be guided through, in every state. */
export function GuidesPage() {
  const { t, language } = useI18n()
  const [{ state = '', query = '', sort }, change] = useFilters()
  const [adding, setAdding] = useState(false)
  const mayWrite = useCan('guides:write')
  const guides = useOperation('listAllGuides', { per_page: 100 })
  const figures = useFigures()
  const order = orderOf(sort)
  const onOrder = (chosen: Order) => change({ sort: sortOf(chosen) })
  const add = mayWrite && (
    <Button look="main" onClick={() => setAdding(true)}>
      <Plus className="icon" aria-hidden />
      {t('guides.new')}
    </Button>
  )
  return (
    <>
      <div className="head of-list">
        <h1>{t('nav.guides')}</h1>
        <div className="acts">
          {mayWrite && <OpenJson />}
          {guides.data?.data.length !== 0 && add}
        </div>
      </div>
      <QueryView query={guides}>
        {({ data }) => {
          if (data.length === 0)
            return (
              <div className="card">
                <Empty icon={BookOpen} title={t('guides.none')} actions={add}>
                  {t('guides.none_text')}
                </Empty>
              </div>
            )
          const looked = query.toLocaleLowerCase()
          const shown = data
            .filter((guide) => (!state || guide.status === state) && guide.title.toLocaleLowerCase().includes(looked))
            .map((guide) => ({ ...guide, ...figures(guide) }))
          return (
            <>
              <nav className="tabs" aria-label={t('guides.states')}>
                {STATES.map((one) => (
                  <Link
                    key={one}
                    to="/guides"
                    search={{ ...(one && { state: one }), ...(sort && { sort }) }}
                    aria-current={one === state ? 'page' : undefined}
                  >
                    {t(one === '' ? 'guides.state.all' : `guides.state.${one}`)}
                    <span className="n">
                      {one === '' ? data.length : data.filter(({ status }) => status === one).length}
                    </span>
                  </Link>
                ))}
              </nav>
              <div className="tools">
                <Search label={t('guides.find')} value={query} onChange={(typed) => change({ query: typed })} />
                <OrderChoice order={order} onOrder={onOrder} />
              </div>
              {shown.length === 0 ? (
                <NoMatch clear={() => change({ query: undefined, state: undefined })} />
              ) : (
                <GuideTable guides={ordered(shown, order, language)} order={order} onOrder={onOrder} />
              )}
              {shown.some(({ isSampled }) => isSampled) && <p className="more">{t('guides.newest_only')}</p>}
            </>
          )
        }}
      </QueryView>
      {adding && <NewGuideDialog onClose={() => setAdding(false)} />}
    </>
  )
}

/** Figures in a request of their own, so that the list is shown before them. */
function useFigures() {
  const answer = useOperation('listGuideFigures', {}).data?.data
  const figures = new Map(answer?.map((one) => [one.id, one]))
  return ({ id, invited, in_progress, completed, expired }: Item<'listAllGuides'>) => {
    const enrolled = invited + in_progress + completed + expired
    const none = answer && null
    const { median_days = none, effort = none, sampled, completed: ended } = figures.get(id) ?? {}
    const isSampled = sampled !== undefined && ended !== undefined && sampled < ended
    return { share: enrolled === 0 ? null : completed / enrolled, median_days, effort, isSampled }
  }
}

function NoMatch({ clear }: { clear(): void }) {
  const { t } = useI18n()
  return (
    <div className="card">
      <Empty
        icon={BookOpen}
        title={t('guides.no_match')}
        actions={<Button onClick={clear}>{t('common.clear_filters')}</Button>}
      />
    </div>
  )
}
