import { ScrollText } from 'lucide-react'
import { usePages } from '../../door/hooks.ts'
import { Button } from '../../parts/button.tsx'
import { ExportButton } from '../../parts/export-button.tsx'
import { More } from '../../parts/list/more.tsx'
import { Answered, Empty } from '../../parts/states.tsx'
import { useWords } from '../../words/words.ts'
import { SettingsPage } from '../page.tsx'
import { AuditFilters, useChosen } from './filters.tsx'

/** Who did what, and by which way. */
export function AuditLogPage() {
  const { say, dayTime } = useWords()
  const { filters, change, chosen, isFiltered } = useChosen()
  const query = usePages('listAuditEntries', { per_page: 50, ...chosen })
  return (
    <SettingsPage
      title={say('settings.audit_log.title')}
      lead={say('settings.audit_log.lead')}
      actions={<ExportButton list="audit_entries" filters={chosen} />}
    >
      <AuditFilters filters={filters} change={change} />
      <Answered query={query}>
        {({ pages }) => {
          const entries = pages.flatMap(({ data }) => data)
          if (entries.length === 0)
            return (
              <div className="card">
                <Empty
                  icon={ScrollText}
                  title={say(isFiltered ? 'settings.audit_log.no_match' : 'settings.audit_log.none')}
                  actions={
                    isFiltered && (
                      <Button
                        onClick={() => change({ who: undefined, what: undefined, from: undefined, until: undefined })}
                      >
                        {say('common.clear_filters')}
                      </Button>
                    )
                  }
                />
              </div>
            )
          return (
            <>
              <div className="card table">
                <table>
                  <thead>
                    <tr>
                      <th scope="col">{say('settings.audit_log.action')}</th>
                      <th scope="col">{say('settings.audit_log.who')}</th>
                      <th scope="col" className="wide-only">
                        {say('settings.audit_log.door')}
                      </th>
                      <th scope="col">{say('settings.audit_log.when')}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {entries.map(({ id, action, actor, door, details, created_at }) => (
                      <tr key={id}>
                        <th scope="row">
                          <code className="mono">{action}</code>
                          <small>
                            {Object.entries(details)
                              .map(([name, value]) => `${name}: ${value}`)
                              .join(', ')}
                          </small>
                        </th>
                        <td>{actor}</td>
                        <td className="wide-only soft">{door}</td>
                        <td className="soft num">{dayTime(created_at)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <More query={query} />
            </>
          )
        }}
      </Answered>
    </SettingsPage>
  )
}
