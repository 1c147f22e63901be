import { ArrowLeft } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { useOperation } from '../../../api/use-operation.ts'
import { QueryView } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { isDark } from '../../../style/theme.ts'
import { Link } from '../../../workspace/link.tsx'
import { usePageId } from '../../../workspace/page-id.ts'
import { draftOf, type SavedGuide } from '../draft/draft.ts'
import { PreviewFault, PreviewFrame } from '../editor/preview/frame.tsx'
import { usePreview } from '../editor/preview/use-preview.ts'
import '../../../style/window-bar.css'
import './trial.css'

/** A guide in the whole window, to be tried like a contact; nothing is saved. */
export function TrialPage() {
  const query = useOperation('getGuideDraft', { id: usePageId() })
  return (
    <QueryView query={query} list="/guides" isWhole>
      {({ data }) => <Shown guide={data} />}
    </QueryView>
  )
}

function Shown({ guide }: { guide: SavedGuide }) {
  const { t } = useI18n()
  const frame = useRef<HTMLIFrameElement>(null)
  const draft = useMemo(() => draftOf(guide), [guide])
  const look = isDark() ? 'dark' : 'light'
  const shown = usePreview(frame, { id: guide.id, draft, open: undefined, look })
  return (
    <main className="trial" id="main">
      <header className="window-bar">
        <Link to={`/guides/${guide.id}`} className="btn bare sq" aria-label={t('preview.back')}>
          <ArrowLeft className="icon" aria-hidden />
        </Link>
        <h1 className="cut">{guide.title}</h1>
        <span className="chip warn right">{t('preview.nothing_kept')}</span>
      </header>
      <PreviewFault shown={shown} />
      <PreviewFrame frame={frame} shown={shown} />
    </main>
  )
}
