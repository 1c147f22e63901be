import { Plus, Upload, Users } from 'lucide-react'
import { useState } from 'react'
import { useAllGuides } from '../../../api/list/use-all-guides.ts'
import { fixedRows, type Rows, useList } from '../../../api/list/use-list.ts'
import type { Item } from '../../../api/operations.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { ExportButton } from '../../../components/export/export-button.tsx'
import { OrderChoice } from '../../../components/list/order-choice.tsx'
import { Search } from '../../../components/list/search.tsx'
import type { SelectionSource } from '../../../components/list/selection.ts'
import { sortFrom, sortInput, sortText } from '../../../components/list/sort.ts'
import { OrganisationLink, useNamesAhead } from '../../../components/organisation/organisation-name.tsx'
import { Empty, QueryView } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link, useFilters, useGo } from '../../../workspace/link.tsx'
import { useCan } from '../../../workspace/workspace.ts'
import { LaterViewTools } from '../../views/later.tsx'
import { ContactForm } from '../contact-form.tsx'
import { useLatestEnrollments } from '../latest-enrollment.tsx'
import { ContactFilters, type ContactsChosen, chosenOf, NOTHING_CHOSEN } from './contact-filters.tsx'
import { type ContactSort, ContactTable, contactOrders } from './contact-table.tsx'

type Contact = Item<'listContacts'>

/** Everybody who is guided, or who might be. */
export function ContactsPage() {
  const { t, number } = useI18n()
  const go = useGo()
  const [{ query = '', sort: sortedBy, ...filters }, change] = useFilters()
  const chosen = chosenOf(filters)
  const isFiltered = Object.keys(chosen).length > 0
  const asked = { ...chosen, ...(query && { query }) }
  // Search results come by relevance until an order or a filter is chosen.
  const isByRelevance = query !== '' && !isFiltered && sortedBy === undefined
  const columns = contactOrders(chosen.enrollment_status)
  const sort = isByRelevance ? undefined : sortFrom(sortedBy, columns)
  // While searching, also newest first is in the address.
  const onSort = (chosen: ContactSort) => change({ sort: sortText(chosen) ?? (query ? '-created_at' : undefined) })
  const [adding, setAdding] = useState(false)
  const mayWrite = useCan('contacts:write')
  const mayImport = useCan('imports:manage')
  const total = useOperation('listContacts', { per_page: 1 }).data?.meta.total
  const guides = useAllGuides(total !== undefined)
  const add = mayWrite && (
    <Button look="main" onClick={() => setAdding(true)}>
      <Plus className="icon" aria-hidden />
      {t('contacts.add')}
    </Button>
  )
  return (
    <>
      <div className="head of-list">
        <h1>{t('nav.contacts')}</h1>
        {total !== undefined && <span className="soft num">{number(total)}</span>}
        <div className="acts">
          {total !== 0 && <ExportButton list="contacts" filters={asked} />}
          {mayImport && (
            <Link to="/imports" search={{ resource: 'contacts' }} className="btn side">
              <Upload className="icon" aria-hidden />
              {t('imports.action')}
            </Link>
          )}
          {total !== 0 && add}
        </div>
      </div>
      {total === 0 ? (
        <div className="card">
          <Empty icon={Users} title={t('contacts.none')} actions={add}>
            {t('contacts.none_text')}
          </Empty>
        </div>
      ) : (
        <>
          <div className="tools">
            <Search label={t('contacts.search')} value={query} onChange={(typed) => change({ query: typed })} />
            <ContactFilters chosen={chosen} guides={guides} change={change} />
            <OrderChoice columns={columns} sort={sort} onSort={onSort} />
            <LaterViewTools list="contacts" />
          </div>
          {sort ? (
            <ListedContacts
              asked={asked}
              sorting={{ sort, onSort }}
              total={total}
              guide={chosen.guide_id && (guides.find(({ id }) => id === chosen.guide_id)?.title ?? '')}
            />
          ) : (
            <FoundContacts query={query} sorting={{ sort, onSort }} clear={() => change({ query: undefined })} />
          )}
        </>
      )}
      {adding && <ContactForm onClose={() => setAdding(false)} onSaved={({ id }) => go(`/contacts/${id}`)} />}
    </>
  )
}

interface ListedContactsProps {
  asked: ContactsChosen & { query?: string }
  total: number | undefined
  /** The title of the guide that is chosen. */
  guide: string | undefined
  sorting: { sort: ContactSort; onSort(sort: ContactSort): void }
}

/** The contacts that match the filters and the search. */
function ListedContacts({ asked, total, guide, sorting }: ListedContactsProps) {
  const { t } = useI18n()
  const [, change] = useFilters()
  const list = useList('listContacts', { ...asked, ...sortInput(sorting.sort) })
  const isFiltered = Object.keys(asked).length > 0
  return (
    <QueryView query={list.first}>
      {() =>
        isFiltered && list.count === 0 ? (
          <div className="card">
            <Empty
              icon={Users}
              title={t('contacts.no_filter_match')}
              actions={
                <Button onClick={() => change({ query: undefined, ...NOTHING_CHOSEN })}>
                  {t('common.clear_filters')}
                </Button>
              }
            />
          </div>
        ) : (
          <Named
            list={list}
            sorting={sorting}
            source={{ name: 'listContacts', filters: asked }}
            total={isFiltered ? undefined : total}
            of={asked.guide_id}
            guide={guide}
            areNotEnrolled={asked.enrollment_status === 'none'}
          />
        )
      }
    </QueryView>
  )
}

const MAX_FOUND = 100

interface FoundContactsProps {
  query: string
  sorting: { sort: undefined; onSort(sort: ContactSort): void }
  clear(): void
}

/** The search results among all contacts, by relevance. */
function FoundContacts({ query, sorting, clear }: FoundContactsProps) {
  const { t } = useI18n()
  const found = useOperation('listContacts', { query, per_page: MAX_FOUND }, { keep: true })
  return (
    <QueryView query={found}>
      {({ data, meta }) => {
        if (data.length === 0)
          return (
            <div className="card">
              <Empty
                icon={Users}
                title={t('contacts.no_match', { query })}
                actions={<Button onClick={clear}>{t('common.clear_filters')}</Button>}
              >
                {t('contacts.no_match_text')}
              </Empty>
            </div>
          )
        return (
          <>
            <Named list={fixedRows(data)} sorting={sorting} />
            {(meta.total ?? 0) > data.length && <p className="more">{t('contacts.best', { number: data.length })}</p>}
          </>
        )
      }}
    </QueryView>
  )
}

interface NamedProps {
  list: Rows<Contact>
  sorting: { sort: ContactSort | undefined; onSort(sort: ContactSort): void }
  source?: SelectionSource<'listContacts'>
  total?: number | undefined
  /** The id and the title of the guide that it is about where they are. */
  of?: string | undefined
  guide?: string | undefined
  areNotEnrolled?: boolean
}

function Named({ list, sorting, source, total, of, guide, areNotEnrolled = false }: NamedProps) {
  useNamesAhead(list)
  const latestOf = useLatestEnrollments(list, of)
  return (
    <ContactTable
      list={list}
      sorting={sorting}
      source={source}
      total={total}
      organisationOf={({ organisation_id }) => organisation_id && <OrganisationLink id={organisation_id} />}
      latestOf={latestOf}
      guide={guide}
      areNotEnrolled={areNotEnrolled}
    />
  )
}
