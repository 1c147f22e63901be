import { useOperation } from '../../../api/use-operation.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { PreviousMenu } from './previous-menu.tsx'
import { useNameOf, type Version } from './version.ts'

/** Drafts that others took the place of: each can be taken up again. */
export function Replaced({ guide_id, versions }: { guide_id: string; versions: readonly Version[] }) {
  const { t, dayTime } = useI18n()
  const nameOf = useNameOf()
  const drafts = useOperation('listReplacedDrafts', { id: guide_id }).data?.data ?? []
  if (drafts.length === 0) return null
  return (
    <section className="card" aria-labelledby="replaced-drafts">
      <header>
        <h2 id="replaced-drafts">{t('versions.replaced_drafts')}</h2>
      </header>
      <ul className="rows">
        {drafts.map((draft) => (
          <li key={draft.id}>
            <div className="grow">
              {nameOf(draft)}
              <small>
                {t('versions.replaced_by', { name: draft.replaced_by ?? '–', at: dayTime(draft.replaced_at) })}
              </small>
            </div>
            <PreviousMenu previous={draft} others={versions} />
          </li>
        ))}
      </ul>
    </section>
  )
}
