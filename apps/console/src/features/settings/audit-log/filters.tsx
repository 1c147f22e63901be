import { AUDIT_ACTIONS, type AuditAction } from '@handrail/core/contract'
import { useOperation } from '../../../api/use-operation.ts'
import { DateField } from '../../../components/form/field.tsx'
import { Filter } from '../../../components/list/filter.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { type Search, useFilters } from '../../../workspace/link.tsx'

type KindOf<A extends string> = A extends `${infer Kind}.${string}` ? Kind : A
/** Actions on the instance are in the log of no workspace. */
type Kind = Exclude<KindOf<AuditAction>, (typeof OF_INSTANCE)[number]>
const OF_INSTANCE = ['backup', 'set_up_link'] as const

/** The kinds of actions: the part of their names before the point. */
const KINDS = [...new Set(AUDIT_ACTIONS.map((action) => action.split('.')[0] ?? action))].filter(isKind)

function isKind(kind: string): kind is Kind {
  return !OF_INSTANCE.some((one) => one === kind)
}

const DAY_MS = 86_400_000

/** The filters of the log in the address. */
export function useChosen() {
  const [filters, change] = useFilters()
  const { who, what, from, until } = filters
  const chosen = {
    ...(who && { actor_id: who }),
    ...(what && { action: what }),
    ...(isDay(from) && { from: beginOf(from) }),
    // With all of its last day.
    ...(isDay(until) && { until: new Date(Date.parse(beginOf(until)) + DAY_MS).toISOString() }),
  }
  return { filters, change, chosen, isFiltered: Object.keys(chosen).length > 0 }
}

function isDay(day: string | undefined): day is string {
  return day !== undefined && !Number.isNaN(Date.parse(`${day}T00:00`))
}

/** The beginning of a day in the time zone of the reader. */
function beginOf(day: string): string {
  return new Date(`${day}T00:00`).toISOString()
}

/** The applications that have acted as themselves, or may. */
export function useApplicationsAlone() {
  const applications = useOperation('listApplications', {}).data?.data ?? []
  return applications.filter((one) => one.client_credentials_role !== null || one.last_acted_at !== null)
}

/** The filters of the audit log. */
export function AuditFilters({ filters, change }: { filters: Search; change(changes: Search): void }) {
  const { t, language } = useI18n()
  const members = useOperation('listMembers', {}).data?.data ?? []
  const keys = useOperation('listApiKeys', {}).data?.data ?? []
  const alone = useApplicationsAlone()
  const who = [
    ...members.map(({ user_id, name }) => [user_id, name] as const),
    ...keys.map(({ id, name }) => [id, t('settings.audit_log.key', { name })] as const),
    ...alone.map(({ id, name }) => [id, t('settings.audit_log.application', { name })] as const),
    ['system', t('settings.audit_log.operator')] as const,
  ]
  const kinds = KINDS.map((kind) => [kind, t(`settings.audit_log.kind.${kind}`)] as const).toSorted(([, a], [, b]) =>
    a.localeCompare(b, language),
  )
  return (
    <div className="tools">
      <Filter
        label={t('settings.audit_log.who')}
        value={filters.who ?? ''}
        all={t('settings.audit_log.everybody')}
        options={who}
        onChange={(chosen) => change({ who: chosen })}
      />
      <Filter
        label={t('settings.audit_log.action')}
        value={filters.what ?? ''}
        all={t('settings.audit_log.everything')}
        options={kinds}
        onChange={(chosen) => change({ what: chosen })}
      />
      {(['from', 'until'] as const).map((end) => (
        <DateField
          key={end}
          label={t(`settings.audit_log.${end}`)}
          value={filters[end] ?? ''}
          onChange={(day) => change({ [end]: day })}
        />
      ))}
    </div>
  )
}
