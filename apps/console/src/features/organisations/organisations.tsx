import { Building2, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { type Rows, useList } from '../../api/list/use-list.ts'
import type { Item } from '../../api/operations.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { ExportButton } from '../../components/export/export-button.tsx'
import { ListTable, type RowProps } from '../../components/list/list-table.tsx'
import { OrderChoice } from '../../components/list/order-choice.tsx'
import { Search } from '../../components/list/search.tsx'
import { SelectAllHead, SelectCell } from '../../components/list/select-cells.tsx'
import { useSelection } from '../../components/list/selection.ts'
import { type ListSort, sortFrom, sortInput, sortText } from '../../components/list/sort.ts'
import { SortHead } from '../../components/list/sort-head.tsx'
import { Empty, QueryView } from '../../components/query-view.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { Link, useFilters, useGo } from '../../workspace/link.tsx'
import { useCan } from '../../workspace/workspace.ts'
import { LaterViewTools } from '../views/later.tsx'
import { OrganisationBulkBar } from './bulk-bar.tsx'
import { OrganisationForm } from './organisation-form.tsx'

/** The columns that organisations can be sorted by, beside the time of creation. */
const ORDERS = ['name', 'domain', 'contacts_count'] as const
type OrganisationSort = ListSort<(typeof ORDERS)[number]>

/** The companies that contacts belong to. */
export function OrganisationsPage() {
  const { t } = useI18n()
  const go = useGo()
  const [{ name = '', sort: sortedBy }, change] = useFilters()
  const sort = sortFrom(sortedBy, ORDERS)
  const onSort = (chosen: OrganisationSort) => change({ sort: sortText(chosen) })
  const [adding, setAdding] = useState(false)
  const mayWrite = useCan('organisations:write')
  const mayImport = useCan('imports:manage')
  const list = useList('listOrganisations', { ...(name && { name }), ...sortInput(sort) })
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
        <OrderChoice columns={ORDERS} sort={sort} onSort={onSort} />
        <LaterViewTools list="organisations" />
      </div>
      <QueryView query={list.first}>
        {() =>
          list.count === 0 ? (
            <div className="card">
              <Empty
                icon={Building2}
                title={t(name ? 'organisations.no_match' : 'organisations.none', { query: name })}
                actions={
                  name ? (
                    <Button onClick={() => change({ name: undefined, view: undefined })}>
                      {t('common.clear_filters')}
                    </Button>
                  ) : (
                    add
                  )
                }
              >
                {t('organisations.none_text')}
              </Empty>
            </div>
          ) : (
            <OrganisationTable list={list} name={name} sort={sort} onSort={onSort} />
          )
        }
      </QueryView>
      {adding && <OrganisationForm onClose={() => setAdding(false)} onSaved={({ id }) => go(`/organisations/${id}`)} />}
    </>
  )
}

type Organisation = Item<'listOrganisations'>

interface OrganisationTableProps {
  list: Rows<Organisation>
  /** What was searched for. */
  name: string
  sort: OrganisationSort
  onSort(sort: OrganisationSort): void
}

function OrganisationTable({ list, name, ...sorting }: OrganisationTableProps) {
  const { t } = useI18n()
  const canSelect = useCan('enrollments:write')
  const selection = useSelection(list, { name: 'listOrganisations', filters: name ? { name } : {} })
  const head = (
    <tr>
      {canSelect && <SelectAllHead list={list} selection={selection} />}
      <SortHead column="name" {...sorting}>
        {t('organisations.name')}
      </SortHead>
      <SortHead column="domain" className="wide-only" {...sorting}>
        {t('organisations.domain')}
      </SortHead>
      <SortHead column="contacts_count" className="r" {...sorting}>
        {t('nav.contacts')}
      </SortHead>
      <SortHead column="created_at" className="wide-only" {...sorting}>
        {t('contacts.added')}
      </SortHead>
    </tr>
  )
  const row = (organisation: Organisation, own: RowProps) => (
    <Row
      own={own}
      organisation={organisation}
      isSelected={selection.has(organisation.id)}
      onSelect={canSelect ? (isOn) => selection.select([organisation], isOn) : undefined}
    />
  )
  return (
    <>
      <ListTable list={list} columns={canSelect ? 5 : 4} head={head} row={row} />
      {selection.rows.length > 0 && <OrganisationBulkBar selection={selection} />}
    </>
  )
}

interface OrganisationRowProps {
  own: RowProps
  organisation: Organisation
  isSelected: boolean
  /** Left out where nothing can be done with several. */
  onSelect: ((isOn: boolean) => void) | undefined
}

function Row({ own, organisation, isSelected, onSelect }: OrganisationRowProps) {
  const { day, number } = useI18n()
  const { id, name, domain, contacts_count, created_at } = organisation
  return (
    <tr {...own} className={isSelected ? 'chosen' : undefined}>
      {onSelect && <SelectCell name={name} isSelected={isSelected} onSelect={onSelect} />}
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
