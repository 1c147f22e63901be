import { Building2, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { type Rows, useList } from '../../api/list/use-list.ts'
import type { Item } from '../../api/operations.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { ExportButton } from '../../components/export/export-button.tsx'
import { ListTable, type RowProps } from '../../components/list/list-table.tsx'
import { Search } from '../../components/list/search.tsx'
import { Empty, QueryView } from '../../components/query-view.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { Link, useFilters, useGo } from '../../workspace/link.tsx'
import { useCan } from '../../workspace/workspace.ts'
import { OrganisationForm } from './organisation-form.tsx'

/** The companies that contacts belong to. */
export function OrganisationsPage() {
  const { t } = useI18n()
  const go = useGo()
  const [{ name = '' }, change] = useFilters()
  const [adding, setAdding] = useState(false)
  const mayWrite = useCan('organisations:write')
  const mayImport = useCan('imports:manage')
  const list = useList('listOrganisations', name ? { name } : {})
  const add = mayWrite && (
    <Button look="main" onClick={() => setAdding(true)}>
      <Plus className="icon" aria-hidden />
      {t('organisations.add')}
    </Button>
  )
  return (
    <>
      <div className="head of-list">
        <h1>{t('nav.organisations')}</h1>
        <div className="acts">
          <ExportButton list="organisations" filters={name ? { name } : {}} />
          {mayImport && (
            <Link to="/imports" search={{ resource: 'organisations' }} className="btn side">
              <Upload className="icon" aria-hidden />
              {t('imports.action')}
            </Link>
          )}
          {add}
        </div>
      </div>
      <div className="tools">
        <Search label={t('organisations.search')} value={name} onChange={(typed) => change({ name: typed })} />
      </div>
      <QueryView query={list.first}>
        {() =>
          list.count === 0 ? (
            <div className="card">
              <Empty
                icon={Building2}
                title={t(name ? 'organisations.no_match' : 'organisations.none', { query: name })}
                actions={
                  name ? <Button onClick={() => change({ name: undefined })}>{t('common.clear_filters')}</Button> : add
                }
              >
                {t('organisations.none_text')}
              </Empty>
            </div>
          ) : (
            <OrganisationTable list={list} />
          )
        }
      </QueryView>
      {adding && <OrganisationForm onClose={() => setAdding(false)} onSaved={({ id }) => go(`/organisations/${id}`)} />}
    </>
  )
}

type Organisation = Item<'listOrganisations'>

function OrganisationTable({ list }: { list: Rows<Organisation> }) {
  const { t } = useI18n()
  const head = (
    <tr>
      <th scope="col">{t('organisations.name')}</th>
      <th scope="col" className="wide-only">
        {t('organisations.domain')}
      </th>
      <th scope="col" className="r">
        {t('nav.contacts')}
      </th>
      <th scope="col" className="wide-only">
        {t('contacts.added')}
      </th>
    </tr>
  )
  const row = (organisation: Organisation, own: RowProps) => <Row own={own} organisation={organisation} />
  return <ListTable list={list} columns={4} head={head} row={row} />
}

function Row({ own, organisation }: { own: RowProps; organisation: Organisation }) {
  const { day, number } = useI18n()
  const { id, name, domain, contacts_count, created_at } = organisation
  return (
    <tr {...own}>
      <th scope="row">
        <span className="row">
          <Avatar name={name} place />
          <Link to={`/organisations/${id}`}>{name}</Link>
        </span>
      </th>
      <td className="wide-only">{domain ?? '–'}</td>
      <td className="r num">{number(contacts_count)}</td>
      <td className="wide-only soft">{day(created_at)}</td>
    </tr>
  )
}
