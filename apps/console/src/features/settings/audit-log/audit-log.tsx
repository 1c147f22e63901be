import { AUDIT_ACTIONS, type AuditAction, REFUSAL_REASONS, SOURCES } from '@handrail/core/contract'
import { ScrollText } from 'lucide-react'
import { useList } from '../../../api/list/use-list.ts'
import type { Item } from '../../../api/operations.ts'
import { Button } from '../../../components/button.tsx'
import { byProgram } from '../../../components/by-program.ts'
import { ExportButton } from '../../../components/export/export-button.tsx'
import { ListTable, type RowProps } from '../../../components/list/list-table.tsx'
import { Empty, QueryView } from '../../../components/query-view.tsx'
import { type I18n, useI18n } from '../../../i18n/i18n.ts'
import { SettingsPage } from '../page.tsx'
import { AuditFilters, useApplicationsAlone, useChosen } from './filters.tsx'

/** The page of the audit log. */
export function AuditLogPage() {
  const { t } = useI18n()
  const { filters, change, chosen, isFiltered } = useChosen()
  const list = useList('listAuditEntries', chosen)
  return (
    <SettingsPage
      title={t('settings.audit_log.title')}
      lead={t('settings.audit_log.lead')}
      actions={<ExportButton list="audit_entries" filters={chosen} />}
    >
      <AuditFilters filters={filters} change={change} />
      <QueryView query={list.first}>
        {() =>
          list.count === 0 ? (
            <div className="card">
              <Empty
                icon={ScrollText}
                title={t(isFiltered ? 'settings.audit_log.no_match' : 'settings.audit_log.none')}
                actions={
                  isFiltered && (
                    <Button
                      onClick={() => change({ who: undefined, what: undefined, from: undefined, until: undefined })}
                    >
                      {t('common.clear_filters')}
                    </Button>
                  )
                }
              />
            </div>
          ) : (
            <ListTable list={list} columns={5} head={<Head />} row={(entry, own) => <Row own={own} entry={entry} />} />
          )
        }
      </QueryView>
    </SettingsPage>
  )
}

function Head() {
  const { t } = useI18n()
  return (
    <tr>
      <th scope="col">{t('settings.audit_log.action')}</th>
      <th scope="col" className="wide-only">
        {t('settings.audit_log.who')}
      </th>
      <th scope="col" className="wide-only">
        {t('settings.audit_log.address')}
      </th>
      <th scope="col" className="wide-only">
        {t('settings.audit_log.door')}
      </th>
      <th scope="col" className="wide-only">
        {t('settings.audit_log.when')}
      </th>
    </tr>
  )
}

function Row({ own, entry }: { own: RowProps; entry: Item<'listAuditEntries'> }) {
  const i18n = useI18n()
  const { t, dayTime } = i18n
  const { action, actor_id, address, door, created_at } = entry
  const { details, application } = ofProgram(entry)
  const isApplication = useApplicationsAlone().some(({ id }) => id === actor_id)
  const name = actorName(entry, t)
  const actor = isApplication ? t('settings.audit_log.application', { name }) : byProgram(i18n, name, application)
  return (
    <tr {...own}>
      <th scope="row">
        {actionText(action, t)}
        <small>
          {Object.entries(details)
            .map((detail) => detailText(i18n, detail))
            .join(', ')}
        </small>
        <small className="phone-only">{[actor, address, dayTime(created_at)].filter(Boolean).join(', ')}</small>
      </th>
      <td className="wide-only">{actor}</td>
      <td className="wide-only soft">{address}</td>
      <td className="wide-only soft">{sourceText(door, t)}</td>
      <td className="wide-only soft num">{dayTime(created_at)}</td>
    </tr>
  )
}

/** The application through which a person acted, apart from the other details. Entries about applications name them as their subject. */
function ofProgram({ action, actor, details }: Item<'listAuditEntries'>) {
  const { application, ...others } = details
  const isSubject = action.startsWith('application.') || application === actor
  return isSubject ? { details, application: undefined } : { details: others, application }
}

type Translate = I18n['t']

/** The name of who acted. Those who are nobody in particular have a name in the language of the reader. */
function actorName({ actor_id, actor, door }: Item<'listAuditEntries'>, t: Translate): string {
  if (actor_id === 'system') return t(door === 'service' ? 'audit.service' : 'settings.audit_log.operator')
  if (actor_id === 'visitor') return t('audit.visitor')
  return door === 'player' && actor === 'Contact' ? t('audit.contact') : actor
}

const DETAILS = ['count', 'reason', 'name', 'last_at', 'addresses'] as const

/** A detail with its name. Names and values that have no text are shown as they are stored. */
function detailText({ t, dayTime }: I18n, [name, value]: readonly [string, string]): string {
  const known = DETAILS.find((one) => one === name)
  const reason = name === 'reason' ? REFUSAL_REASONS.find((one) => one === value) : undefined
  const shown =
    name === 'last_at' ? dayTime(value) : name === 'addresses' && value === 'several' ? t('audit.several') : value
  return `${known ? t(`audit.detail.${known}`) : name}: ${reason ? t(`audit.reason.${reason}`) : shown}`
}

/** The text of an action; its name for one of another release. */
function actionText(action: string, t: Translate): string {
  const known = AUDIT_ACTIONS.find((one) => one === action)
  return known === undefined ? action : t(`audit.action.${keyOf(known)}`)
}

type KeyOf<A extends string> = A extends `${infer Subject}.${infer Verb}` ? `${Subject}__${Verb}` : A

function keyOf<A extends AuditAction>(action: A): KeyOf<A> {
  // The type says the same.
  return action.replace('.', '__') as KeyOf<A>
}

function sourceText(source: string, t: Translate): string {
  const known = SOURCES.find((one) => one === source)
  return known === undefined ? source : t(`audit.via.${known}`)
}
