import { BookOpen, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useFilters } from '../app/link.tsx'
import { useMay } from '../app/workspace.ts'
import { useAnswer } from '../door/hooks.ts'
import type { Item } from '../door/operations.ts'
import { Button } from '../parts/button.tsx'
import { Search } from '../parts/list/search.tsx'
import { Answered, Empty } from '../parts/states.tsx'
import { Meter } from '../parts/status.tsx'
import { useWords } from '../words/words.ts'
import { GuideMenu } from './guide-menu.tsx'
import { NewGuideDialog } from './new/new-guide.tsx'
import { OpenJson } from './new/open-json.tsx'
import { StateChip } from './state-chip.tsx'

type Guide = Item<'listAllGuides'>
const STATES = ['', 'published', 'draft', 'archived'] as const

/** Everything that contacts can be guided through, in every state. */
export function GuidesPage() {
  const { say } = useWords()
  const [{ state = '', query = '' }, change] = useFilters()
  const [adding, setAdding] = useState(false)
  const mayWrite = useMay('guides:write')
  const guides = useAnswer('listAllGuides', { per_page: 100 })
  const add = mayWrite && (
    <Button look="main" onClick={() => setAdding(true)}>
      <Plus className="icon" aria-hidden />
      {say('guides.new')}
    </Button>
  )
  return (
    <>
      <div className="head">
        <h1>{say('place.guides')}</h1>
        <div className="acts">
          {mayWrite && <OpenJson />}
          {guides.data?.data.length !== 0 && add}
        </div>
      </div>
      <Answered query={guides}>
        {({ data }) => {
          if (data.length === 0)
            return (
              <div className="card">
                <Empty icon={BookOpen} title={say('guides.none')} actions={add}>
                  {say('guides.none_text')}
                </Empty>
              </div>
            )
          const looked = query.toLocaleLowerCase()
          const shown = data.filter(
            (guide) => (!state || guide.status === state) && guide.title.toLocaleLowerCase().includes(looked),
          )
          return (
            <>
              <nav className="tabs" aria-label={say('guides.states')}>
                {STATES.map((one) => (
                  <Link
                    key={one}
                    to="/guides"
                    search={{ ...(one && { state: one }) }}
                    aria-current={one === state ? 'page' : undefined}
                  >
                    {say(one === '' ? 'guides.state.all' : `guides.state.${one}`)}
                    <span className="n">
                      {one === '' ? data.length : data.filter(({ status }) => status === one).length}
                    </span>
                  </Link>
                ))}
              </nav>
              <div className="tools">
                <Search label={say('guides.find')} value={query} onChange={(typed) => change({ query: typed })} />
              </div>
              <GuideTable guides={shown} clear={() => change({ query: undefined, state: undefined })} />
            </>
          )
        }}
      </Answered>
      {adding && <NewGuideDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function GuideTable({ guides, clear }: { guides: readonly Guide[]; clear(): void }) {
  const { say } = useWords()
  if (guides.length === 0)
    return (
      <div className="card">
        <Empty
          icon={BookOpen}
          title={say('guides.no_match')}
          actions={<Button onClick={clear}>{say('common.clear_filters')}</Button>}
        />
      </div>
    )
  return (
    <div className="card table">
      <table>
        <thead>
          <tr>
            <th scope="col">{say('guides.guide')}</th>
            <th scope="col">{say('guides.state.title')}</th>
            <th scope="col" className="r wide-only">
              {say('overview.on_their_way')}
            </th>
            <th scope="col" className="wide-only">
              {say('status.completed')}
            </th>
            <th scope="col" className="wide-only">
              {say('guides.changed')}
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {guides.map((guide) => (
            <Row key={guide.id} guide={guide} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ guide }: { guide: Guide }) {
  const { say, day, number } = useWords()
  const { id, title, status, sections_count, steps_count, has_changes, updated_at } = guide
  const ended = guide.completed + guide.in_progress + guide.invited + guide.expired
  return (
    <tr>
      <th scope="row">
        <Link to={`/guides/${id}`}>{title}</Link>
        <small>
          {say('guides.sections', { count: sections_count })}, {say('guides.steps', { count: steps_count })}
        </small>
      </th>
      <td>
        <StateChip status={status} />
        {has_changes && <small>{say('guides.not_published')}</small>}
      </td>
      <td className="r num wide-only">{ended === 0 ? '–' : number(guide.in_progress)}</td>
      <td className="wide-only">{ended === 0 ? '–' : <Meter percentage={(guide.completed / ended) * 100} />}</td>
      <td className="soft wide-only">{day(updated_at)}</td>
      <td className="r">
        <GuideMenu guide={guide} />
      </td>
    </tr>
  )
}
