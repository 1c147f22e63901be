import type { Unfinished } from '@handrail/core/contract'
import { ArrowLeft, CloudAlert, CloudCheck, CloudUpload, Eye, Redo2, Settings2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link, useFilters, useGo } from '../../../workspace/link.tsx'
import { useCan } from '../../../workspace/workspace.ts'
import { EnrollDialog } from '../../enrollments/enroll/enroll.tsx'
import { GuideMenu } from '../guide-menu.tsx'
import { StateChip } from '../state-chip.tsx'
import { refusalOf } from './faults.ts'
import { GuideTitle } from './guide-title.tsx'
import { Others } from './presence/others.tsx'
import type { Other } from './presence/use-presence.ts'
import { PublishDialog } from './publish.tsx'
import type { Editing } from './saving/use-draft.ts'
import { useSettingsGroup } from './settings/guide-settings.tsx'
import '../../../style/window-bar.css'

interface TopBarProps {
  editing: Editing
  /** The number of changes since the published version. */
  changes: number
  unfinished: readonly Unfinished[]
  others: readonly Other[]
  /** Opens a section or step. */
  onOpen(id: string): void
  again(): Promise<void>
  isPreviewing: boolean
  onPreview(isPreviewing: boolean): void
}

/** The guide's name and state, whether it is saved, and what to do with it. */
export function TopBar({ editing, changes, others, again, isPreviewing, onPreview, ...parts }: TopBarProps) {
  const { t } = useI18n()
  const go = useGo()
  const [{ ask }, search] = useFilters()
  const [chosen, setOpen] = useState<'publish' | 'enroll'>()
  // Whoever was sent here to publish is asked at once.
  const open = ask === 'publish' ? ask : chosen
  const close = () => {
    setOpen(undefined)
    if (ask) search({ ask: undefined })
  }
  const [group, showSettings] = useSettingsGroup()
  const { draft, guide, state, undo, redo, canUndo, canRedo } = editing
  const isNew = guide.status !== 'published'
  const isLive = !isNew && !guide.has_changes && state.is === 'saved'
  const mayEnroll = useCan('enrollments:write')
  return (
    <header className="window-bar editor-bar">
      <Link to="/guides" className="btn bare sq" aria-label={t('editor.back')}>
        <ArrowLeft className="icon" aria-hidden />
      </Link>
      <GuideTitle editing={editing} />
      <StateChip status={guide.status} />
      <Saved editing={editing} />
      <Others others={others} draft={draft} />
      <div className="acts">
        <Button look="bare" square aria-label={t('editor.undo')} busy={!canUndo} onClick={undo}>
          <Undo2 className="icon" aria-hidden />
        </Button>
        <Button look="bare" square aria-label={t('editor.redo')} busy={!canRedo} onClick={redo}>
          <Redo2 className="icon" aria-hidden />
        </Button>
        {group === undefined && (
          <Button aria-label={t('preview.button')} aria-pressed={isPreviewing} onClick={() => onPreview(!isPreviewing)}>
            <Eye className="icon" aria-hidden />
            <span className="wide-only">{t('preview.button')}</span>
          </Button>
        )}
        <Button
          aria-label={t('editor.settings')}
          aria-pressed={group !== undefined}
          onClick={() => showSettings(group ? undefined : 'general')}
        >
          <Settings2 className="icon" aria-hidden />
          <span className="wide-only">{t('editor.settings')}</span>
        </Button>
        <GuideMenu guide={guide} onDeleted={() => go('/guides')} />
        {!isLive && (
          <Button look="main" onClick={() => setOpen('publish')}>
            {isNew || changes === 0
              ? t(isNew ? 'editor.publish' : 'editor.publish_changes')
              : t('editor.publish_count', { count: changes })}
          </Button>
        )}
        {isLive && mayEnroll && (
          <Button look="main" onClick={() => setOpen('enroll')}>
            {t('editor.enroll')}
          </Button>
        )}
      </div>
      {open === 'enroll' && <EnrollDialog guide_id={guide.id} onClose={close} />}
      {open === 'publish' && <PublishDialog editing={editing} again={again} onClose={close} {...parts} />}
    </header>
  )
}

const NOT_SAVED: ReadonlySet<Editing['state']['is']> = new Set(['refused', 'offline', 'signed_out'])

function Saved({ editing }: { editing: Editing }) {
  const i18n = useI18n()
  const { state } = editing
  const Icon = state.is === 'saved' ? CloudCheck : NOT_SAVED.has(state.is) ? CloudAlert : CloudUpload
  const text = i18n.t(`editor.${state.is}`)
  return (
    <span className={state.is === 'refused' ? 'row bad saved' : 'row soft saved'} role="status">
      <Icon className="icon" aria-hidden />
      <span>
        {text}
        {state.is === 'refused' && ` ${refusalOf(editing, state.error, i18n)}`}
      </span>
    </span>
  )
}
