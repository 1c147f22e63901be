import { Building2, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { Link, useFilters, useGo } from '../app/link.tsx'
import { useMay } from '../app/workspace.ts'
import { usePages } from '../door/hooks.ts'
import type { Item } from '../door/operations.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Button } from '../parts/button.tsx'
import { ExportButton } from '../parts/export-button.tsx'
import { More } from '../parts/list/more.tsx'
import { Search } from '../parts/list/search.tsx'
import { Answered, Empty } from '../parts/states.tsx'
import { useWords } from '../words/words.ts'
import { OrganisationForm } from './organisation-form.tsx'

/** The companies that contacts belong to. */
export function OrganisationsPage() {
  const { say } = useWords()
  const go = useGo()
  const [{ name = '' }, change] = useFilters()
  const [adding, setAdding] = useState(false)
  const mayWrite = useMay('organisations:write')
  const mayImport = useMay('imports:manage')
  const query = usePages('listOrganisations', { per_page: 50, ...(name && { name }) })
  const add = mayWrite && (
    <Button look="main" onClick={() => setAdding(true)}>
      <Plus className="icon" aria-hidden />
      {say('organisations.add')}
    </Button>
  )
  return (
    <>
      <div className="head">
        <h1>{say('place.organisations')}</h1>
        <div className="acts">
          <ExportButton list="organisations" filters={name ? { name } : {}} />
          {mayImport && (
            <Link to="/imports" search={{ resource: 'organisations' }} className="btn side">
              <Upload className="icon" aria-hidden />
              {say('imports.action')}
            </Link>
          )}
          {add}
        </div>
      </div>
      <div className="tools">
        <Search label={say('organisations.search')} value={name} onChange={(typed) => change({ name: typed })} />
      </div>
      <Answered query={query}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data)
          if (rows.length === 0)
            return (
              <div className="card">
                <Empty
                  icon={Building2}
                  title={say(name ? 'organisations.no_match' : 'organisations.none', { query: name })}
                  actions={
                    name ? (
                      <Button onClick={() => change({ name: undefined })}>{say('common.clear_filters')}</Button>
                    ) : (
                      add
                    )
                  }
                >
                  {say('organisations.none_text')}
                </Empty>
              </div>
            )
          return (
            <>
              <OrganisationTable organisations={rows} />
              <More query={query} />
            </>
          )
        }}
      </Answered>
      {adding && <OrganisationForm onClose={() => setAdding(false)} onSaved={({ id }) => go(`/organisations/${id}`)} />}
    </>
  )
}

function OrganisationTable({ organisations }: { organisations: readonly Item<'listOrganisations'>[] }) {
  const { say, day, number } = useWords()
  return (
    <div className="card table">
      <table>
        <thead>
          <tr>
            <th scope="col">{say('organisations.name')}</th>
            <th scope="col" className="wide-only">
              {say('organisations.domain')}
            </th>
            <th scope="col" className="r">
              {say('place.contacts')}
            </th>
            <th scope="col" className="wide-only">
              {say('contacts.added')}
            </th>
          </tr>
        </thead>
        <tbody>
          {organisations.map((organisation) => (
            <tr key={organisation.id}>
              <th scope="row">
                <span className="row">
                  <Avatar name={organisation.name} place />
                  <Link to={`/organisations/${organisation.id}`}>{organisation.name}</Link>
                </span>
              </th>
              <td className="wide-only">{organisation.domain ?? '–'}</td>
              <td className="r num">{number(organisation.contacts_count)}</td>
              <td className="wide-only soft">{day(organisation.created_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
