import { ArrowLeft } from 'lucide-react'
import { useContext } from 'react'
import type { Data } from '../../../api/operations.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { WorkspaceId } from '../../../api/workspace-id.ts'
import { BASE } from '../../../base-path.ts'
import { contactName } from '../../../components/contact-name.ts'
import { ChoiceField } from '../../../components/form/field.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import '../../../style/window-bar.css'
import { isDark } from '../../../style/theme.ts'
import { Link, useFilters } from '../../../workspace/link.tsx'
import { usePageId } from '../../../workspace/page-id.ts'
import { stayAmong } from './stay-among.ts'
import './see-as.css'

/** In addresses, the primary contact. */
const PRIMARY = 'primary'

/** The page of each person of an enrollment, in the whole window: nothing that is done there has an effect. */
export function SeeAsPage() {
  const query = useOperation('getEnrollment', { id: usePageId() })
  return (
    <QueryView query={query} list="/enrollments" isWhole>
      {({ data }) => <Shown enrollment={data} />}
    </QueryView>
  )
}

function Shown({ enrollment: { id, contact, guide } }: { enrollment: Data<'getEnrollment'> }) {
  const { t } = useI18n()
  const workspace = useContext(WorkspaceId) ?? ''
  const [{ person: asked }, change] = useFilters()
  const participants = useOperation('listParticipants', { id, per_page: 100 }).data?.data ?? []
  const options = [
    [PRIMARY, t('see_as.primary', { name: contactName(contact) })] as const,
    ...participants.toReversed().map((one) => [one.id, contactName(one)] as const),
  ]
  const [person, name] = options.find(([one]) => one === asked) ?? options[0] ?? [PRIMARY, '']
  const home = `${BASE}/console/see-as/${workspace}/${id}/${person}/${isDark() ? 'dark' : 'light'}`
  return (
    <main className="see-as-page" id="main">
      <header className="window-bar">
        <Link to={`/enrollments/${id}`} className="btn bare sq" aria-label={t('see_as.back')}>
          <ArrowLeft className="icon" aria-hidden />
        </Link>
        <h1 className="cut">{guide.title}</h1>
        <ChoiceField
          label={t('see_as.who')}
          value={person}
          options={options}
          onChange={(chosen) => change({ person: chosen })}
        />
        <span className="chip warn">{t('see_as.nothing_done')}</span>
      </header>
      <iframe
        key={home}
        src={home}
        title={t('see_as.frame', { name })}
        onLoad={(event) => stayAmong(event.currentTarget, home)}
      />
    </main>
  )
}
