import { Plus, Upload, Users } from 'lucide-react'
import { useState } from 'react'
import { Link, useFilters, useGo } from '../app/link.tsx'
import { useMay } from '../app/workspace.ts'
import { useAnswer } from '../door/hooks.ts'
import type { Item } from '../door/operations.ts'
import { OrganisationLink, useNamesAhead } from '../organisations/name.tsx'
import { Button } from '../parts/button.tsx'
import { ExportButton } from '../parts/export/export-button.tsx'
import { Search } from '../parts/list/search.tsx'
import { fixedRows, type Rows, useList } from '../parts/list/use-list.ts'
import { Answered, Empty } from '../parts/states.tsx'
import { useWords } from '../words/words.ts'
import { ContactForm } from './contact-form.tsx'
import { ContactTable } from './contact-table.tsx'
import { useWhereaboutsOf } from './whereabouts.tsx'

type Contact = Item<'listContacts'>

/** Everybody who is guided, or who might be. */
export function ContactsPage() {
  const { say, number } = useWords()
  const go = useGo()
  const [{ query = '' }, change] = useFilters()
  const [adding, setAdding] = useState(false)
  const mayWrite = useMay('contacts:write')
  const mayImport = useMay('imports:manage')
  const total = useAnswer('listContacts', { per_page: 1 }).data?.meta.total
  const add = mayWrite && (
    <Button look="main" onClick={() => setAdding(true)}>
      <Plus className="icon" aria-hidden />
      {say('contacts.add')}
    </Button>
  )
  return (
    <>
      <div className="head">
        <h1>{say('place.contacts')}</h1>
        {total !== undefined && <span className="soft num">{number(total)}</span>}
        <div className="acts">
          {total !== 0 && <ExportButton list="contacts" />}
          {mayImport && (
            <Link to="/imports" search={{ resource: 'contacts' }} className="btn side">
              <Upload className="icon" aria-hidden />
              {say('imports.action')}
            </Link>
          )}
          {total !== 0 && add}
        </div>
      </div>
      {total === 0 ? (
        <div className="card">
          <Empty icon={Users} title={say('contacts.none')} actions={add}>
            {say('contacts.none_text')}
          </Empty>
        </div>
      ) : (
        <>
          <div className="tools">
            <Search label={say('contacts.search')} value={query} onChange={(typed) => change({ query: typed })} />
          </div>
          {query === '' ? (
            <AllContacts total={total} />
          ) : (
            <FoundContacts query={query} clear={() => change({ query: undefined })} />
          )}
        </>
      )}
      {adding && <ContactForm onClose={() => setAdding(false)} onSaved={({ id }) => go(`/contacts/${id}`)} />}
    </>
  )
}

function AllContacts({ total }: { total: number | undefined }) {
  const list = useList('listContacts', {})
  return <Answered query={list.first}>{() => <Named list={list} total={total} />}</Answered>
}

const MOST_FOUND = 100

function FoundContacts({ query, clear }: { query: string; clear(): void }) {
  const { say } = useWords()
  const found = useAnswer('listContacts', { query, per_page: MOST_FOUND }, { keep: true })
  return (
    <Answered query={found}>
      {({ data, meta }) => {
        if (data.length === 0)
          return (
            <div className="card">
              <Empty
                icon={Users}
                title={say('contacts.no_match', { query })}
                actions={<Button onClick={clear}>{say('common.clear_filters')}</Button>}
              >
                {say('contacts.no_match_text')}
              </Empty>
            </div>
          )
        return (
          <>
            <Named list={fixedRows(data)} />
            {(meta.total ?? 0) > data.length && <p className="more">{say('contacts.best', { number: data.length })}</p>}
          </>
        )
      }}
    </Answered>
  )
}

function Named({ list, total }: { list: Rows<Contact>; total?: number | undefined }) {
  useNamesAhead(list)
  const whereaboutsOf = useWhereaboutsOf(list)
  return (
    <ContactTable
      list={list}
      total={total}
      organisationOf={({ organisation_id }) => organisation_id && <OrganisationLink id={organisation_id} />}
      whereaboutsOf={whereaboutsOf}
    />
  )
}
