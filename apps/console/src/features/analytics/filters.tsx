import { Download } from 'lucide-react'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { saveCsv } from '../../components/export/csv.ts'
import { Filter } from '../../components/list/filter.tsx'
import { OrganisationFilter } from '../../components/organisation/organisation-filter.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useFilters } from '../../workspace/link.tsx'
import type { Analytics } from './answer.ts'
import { csvRows } from './csv-rows.ts'

export const PERIODS = ['30', '90', '180', '365', 'all'] as const

interface FiltersProps {
  guides: readonly { id: string; title: string }[]
  guide: string
  versions: Analytics['versions']
  /** The shown figures for the download; undefined while they are loading. */
  data: Analytics | undefined
}

/** The filters of the enrollments, all in the address. */
export function AnalyticsFilters({ guides, guide, versions, data }: FiltersProps) {
  const i18n = useI18n()
  const { t, day } = i18n
  const [{ period = '180', organisation = '', assignee = '', version = '' }, change] = useFilters()
  const colleagues = useOperation('listColleagues', {})
  return (
    <div className="tools">
      <select
        className="input"
        aria-label={t('analytics.guide')}
        value={guide}
        onChange={(event) => change({ guide: event.target.value, version: undefined })}
      >
        {guides.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      <select
        className="input"
        aria-label={t('analytics.period')}
        value={period}
        onChange={(event) => change({ period: event.target.value })}
      >
        {PERIODS.map((one) => (
          <option key={one} value={one}>
            {t(`analytics.period_${one}`)}
          </option>
        ))}
      </select>
      <OrganisationFilter value={organisation} onChange={(chosen) => change({ organisation: chosen })} />
      {colleagues.data && (
        <Filter
          label={t('analytics.assignee')}
          all={t('analytics.all_assignees')}
          value={assignee}
          options={colleagues.data.data.map(({ user_id, name }) => [user_id, name] as const)}
          onChange={(chosen) => change({ assignee: chosen })}
        />
      )}
      {versions.length > 1 && (
        <Filter
          label={t('analytics.version')}
          all={t('analytics.all_versions')}
          value={version}
          options={versions.map(
            ({ id, published_at }) => [id, t('analytics.version_of', { day: day(published_at) })] as const,
          )}
          onChange={(chosen) => change({ version: chosen })}
        />
      )}
      {data && data.enrolled > 0 && (
        <Button className="right" onClick={() => saveCsv('analytics.csv', csvRows(data, i18n))}>
          <Download className="icon" aria-hidden />
          {t('analytics.csv')}
        </Button>
      )}
    </div>
  )
}
