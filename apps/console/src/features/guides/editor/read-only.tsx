import { ArrowLeft } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { Sections } from '../changes/sections.tsx'
import { draftOf, type SavedGuide } from '../draft/draft.ts'
import { StateChip } from '../state-chip.tsx'
import { type Device, Preview } from './preview/preview.tsx'

/** A guide for members who can view but not change it. */
export function ReadOnly({ guide }: { guide: SavedGuide }) {
  const { t } = useI18n()
  const [device, setDevice] = useState<Device>('phone')
  const draft = useMemo(() => draftOf(guide), [guide])
  return (
    <main className="main narrow" id="main">
      <div className="head">
        <Link to="/guides" className="btn bare sq" aria-label={t('editor.back')}>
          <ArrowLeft className="icon" aria-hidden />
        </Link>
        <h1>{guide.title}</h1>
        <StateChip status={guide.status} />
      </div>
      <p className="note">{t('editor.read_only')}</p>
      <div className="stack">
        <Sections sections={guide.sections} />
        <div className="card read-only-preview">
          <Preview id={guide.id} draft={draft} open={undefined} device={device} onDevice={setDevice} />
        </div>
      </div>
    </main>
  )
}
