import { useEffect, useMemo, useRef, useState } from 'react'
import type { OperationResponse as Tagged } from '../../../api/call.ts'
import { useEditable, useOperation } from '../../../api/use-operation.ts'
import { QueryView } from '../../../components/query-view.tsx'
import { useChangeListener } from '../../../workspace/live/listeners.ts'
import { mayConcern } from '../../../workspace/live/stream/changes.ts'
import { usePageId } from '../../../workspace/page-id.ts'
import { useCan, useWorkspace } from '../../../workspace/workspace.ts'
import { marksOf, useChanges } from '../changes/mark.tsx'
import { OpenStep } from './open-step.tsx'
import { Outline } from './outline/outline.tsx'
import { handleId } from './outline/use-sorting.ts'
import { type Other, usePresence } from './presence/use-presence.ts'
import { ReadOnly } from './read-only.tsx'
import type { LocalDraft } from './saving/local-draft.ts'
import { SessionNote } from './saving/session-note.tsx'
import { type Editing, useDraft } from './saving/use-draft.ts'
import { useKeeping, useLocalDraft } from './saving/use-local-draft.ts'
import { GuideSettings, useSettingsGroup } from './settings/guide-settings.tsx'
import { SidePanel } from './side-panel.tsx'
import { TopBar } from './top-bar.tsx'
import { useUnfinished } from './unfinished/use-unfinished.ts'
import { UnseenNote } from './unseen/unseen-note.tsx'
import { useSide } from './use-side.ts'
import './editor.css'

/** The editor of a guide: outline on the left, step in the middle, preview on the right. */
export function EditorPage() {
  const id = usePageId()
  return useCan('guides:write') ? <WritableGuide id={id} /> : <ReadOnlyGuide id={id} />
}

function WritableGuide({ id }: { id: string }) {
  const query = useEditable('getGuideDraft', { id })
  return (
    <QueryView query={query} list="/guides" isWhole>
      {(loaded) => <Opened key={id} loaded={loaded} />}
    </QueryView>
  )
}

function ReadOnlyGuide({ id }: { id: string }) {
  const query = useOperation('getGuideDraft', { id })
  return (
    <QueryView query={query} list="/guides" isWhole>
      {({ data }) => <ReadOnly guide={data} />}
    </QueryView>
  )
}

interface OpenedProps {
  loaded: Tagged<'getGuideDraft'>
}

function Opened({ loaded }: OpenedProps) {
  const { account, workspace } = useWorkspace()
  const local = useLocalDraft({ user_id: account.id, workspace: workspace.id, guide: loaded.value.data.id })
  return local && <Editor loaded={loaded} local={local.found} />
}

function Editor({ loaded, local }: OpenedProps & { local: LocalDraft | undefined }) {
  const { account, workspace } = useWorkspace()
  const editing = useDraft(loaded, local)
  const { guide, draft, refresh } = editing
  useKeeping({ user_id: account.id, workspace: workspace.id, guide: guide.id }, editing)
  const [open, setOpen] = useState(draft.sections[0]?.steps[0]?.id)
  const others = useOthers(editing, open)
  const changes = useChanges(editing)
  const marks = useMemo(() => marksOf(changes), [changes])
  const unfinished = useUnfinished(draft)
  const { side, classes, ...beside } = useSide(draft)
  const paper = useRef<HTMLDivElement>(null)
  const [group, showSettings] = useSettingsGroup()

  useReloads(loaded, refresh)
  const [titled, setTitled] = useState<string>()
  const show = (id: string | undefined, isTitled = false) => {
    setOpen(id)
    setTitled(isTitled ? id : undefined)
    // On a phone the step is below the outline.
    if (id !== undefined) paper.current?.scrollIntoView({ block: 'start' })
  }
  const go = (id: string) => {
    showSettings(undefined)
    if (draft.sections.some((one) => one.id === id)) document.getElementById(handleId(id))?.focus()
    else show(id)
  }
  return (
    <div className={group ? 'editor' : classes}>
      <TopBar
        editing={editing}
        changes={changes.length}
        unfinished={unfinished}
        onOpen={go}
        others={others}
        again={refresh}
        isPreviewing={side === 'preview'}
        onPreview={(isPreviewing) => beside.onSide(isPreviewing ? 'preview' : undefined)}
      />
      <div className="notes">
        <SessionNote />
        <UnseenNote editing={editing} />
      </div>
      {group ? (
        <GuideSettings editing={editing} group={group} />
      ) : (
        <>
          <Outline
            editing={editing}
            open={open}
            marks={marks}
            unfinished={unfinished}
            others={others}
            onOpen={(id) => show(id)}
            onTitle={(id) => show(id, true)}
          />
          <main className="work" id="main" tabIndex={-1}>
            <div className="paper" ref={paper}>
              <OpenStep
                editing={editing}
                open={open}
                isTitled={titled === open}
                unfinished={unfinished}
                others={others}
                onTitle={(id) => show(id, true)}
                isPlanning={side === 'plan'}
                onPlan={() => beside.onSide('plan')}
              />
            </div>
            {side && <SidePanel side={side} editing={editing} open={open} unfinished={unfinished} {...beside} />}
          </main>
        </>
      )}
    </div>
  )
}

/** Something else in this page may change the guide. */
function useReloads(loaded: OpenedProps['loaded'], refresh: Editing['refresh']): void {
  const first = useRef(loaded)
  useEffect(() => {
    if (first.current !== loaded) void refresh()
  }, [loaded, refresh])
}

/** The presence of other members. Their saved changes are merged. */
function useOthers({ guide, refresh }: Editing, open: string | undefined): readonly Other[] {
  const presence = usePresence(guide.id, open)
  const writtenAt = presence?.written_at
  const known = useRef(guide.written_at)
  known.current = guide.written_at
  useEffect(() => {
    if (writtenAt !== undefined && writtenAt !== known.current) void refresh()
  }, [writtenAt, refresh])
  // Publishing and archiving do not change the draft.
  useChangeListener((changes) => {
    if (mayConcern(changes, 'guide.', guide.id)) void refresh()
  })
  return presence?.others ?? NOBODY
}

const NOBODY: readonly Other[] = []
