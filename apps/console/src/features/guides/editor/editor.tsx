import { useEffect, useMemo, useRef, useState } from 'react'
import type { Answered as Tagged } from '../../../api/call.ts'
import { useAnswer, useTagged } from '../../../api/use-operation.ts'
import { Answered } from '../../../components/query-view.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { useTold } from '../../../workspace/live/listeners.ts'
import { tellsOf } from '../../../workspace/live/stream/changes.ts'
import { usePageId } from '../../../workspace/page-id.ts'
import { useHere, useMay } from '../../../workspace/workspace.ts'
import { marksOf, useChanges } from '../versions/changes/mark.tsx'
import { BothVersions } from './both/both-versions.tsx'
import type { Draft } from './draft.ts'
import { Outline } from './outline/outline.tsx'
import { type Other, usePresence } from './presence/use-presence.ts'
import { type Device, Preview } from './preview/preview.tsx'
import { ReadOnly } from './read-only.tsx'
import type { Kept } from './saving/local-draft.ts'
import { type Editing, useDraft } from './saving/use-draft.ts'
import { useKeeping, useKept } from './saving/use-local-draft.ts'
import { StepEditor } from './step-editor.tsx'
import { TopBar } from './top-bar.tsx'
import './editor.css'

/** Where a guide is written: the outline on the left, a step in the middle, and how contacts see it on the right. */
export function EditorPage() {
  const id = usePageId()
  return useMay('guides:write') ? <Written id={id} /> : <Read id={id} />
}

function Written({ id }: { id: string }) {
  const query = useTagged('getGuideDraft', { id })
  return (
    <Answered query={query} list="/guides" isWhole>
      {(loaded) => <Opened key={id} loaded={loaded} />}
    </Answered>
  )
}

function Read({ id }: { id: string }) {
  const query = useAnswer('getGuideDraft', { id })
  return (
    <Answered query={query} list="/guides" isWhole>
      {({ data }) => <ReadOnly guide={data} />}
    </Answered>
  )
}

interface OpenedProps {
  loaded: Tagged<'getGuideDraft'>
}

function Opened({ loaded }: OpenedProps) {
  const { account, workspace } = useHere()
  const kept = useKept({ user_id: account.id, workspace: workspace.id, guide: loaded.value.data.id })
  return kept && <Editor loaded={loaded} kept={kept.found} />
}

function Editor({ loaded, kept }: OpenedProps & { kept: Kept | undefined }) {
  const { account, workspace } = useHere()
  const editing = useDraft(loaded, kept)
  const { guide, draft, change, both, choose, refresh } = editing
  useKeeping({ user_id: account.id, workspace: workspace.id, guide: guide.id }, editing)
  const [open, setOpen] = useState(draft.sections[0]?.steps[0]?.id)
  const others = useOthers(editing, open)
  const changes = useChanges(editing)
  const marks = useMemo(() => marksOf(changes), [changes])
  // Where there is room beside the text; elsewhere it takes its place.
  const [isPreviewing, setPreviewing] = useState(() => window.matchMedia('(min-width: 75rem)').matches)
  const [device, setDevice] = useState<Device>('phone')
  const paper = useRef<HTMLDivElement>(null)

  // Something else in this page has changed it.
  const first = useRef(loaded)
  useEffect(() => {
    if (first.current !== loaded) void refresh()
  }, [loaded, refresh])

  const show = (id: string | undefined) => {
    setOpen(id)
    // On a phone the step is below the outline.
    if (id !== undefined) paper.current?.scrollIntoView({ block: 'start' })
  }
  const section = draft.sections.find(({ steps }) => steps.some(({ id }) => id === open))
  const step = section?.steps.find(({ id }) => id === open)
  const theirs = step && both.get(step.id)
  return (
    <div className={isPreviewing ? `editor with-preview ${device}` : 'editor'}>
      <TopBar
        editing={editing}
        changes={changes.length}
        others={others}
        again={refresh}
        isPreviewing={isPreviewing}
        onPreview={setPreviewing}
      />
      <Outline draft={draft} open={open} both={both} marks={marks} others={others} onOpen={show} change={change} />
      <main className="work" id="main" tabIndex={-1}>
        <div className="paper" ref={paper}>
          <div role="alert">
            {step && theirs && (
              <BothVersions
                mine={step}
                theirs={theirs}
                who={(others.find(({ step_id }) => step_id === step.id) ?? others[0])?.name}
                choose={(which) => choose(step.id, which)}
              />
            )}
          </div>
          {step && section ? (
            <StepEditor key={step.id} step={step} section={section.title} editing={editing} />
          ) : (
            <NothingOpen draft={draft} />
          )}
        </div>
        {isPreviewing && <Preview id={guide.id} draft={draft} open={open} device={device} onDevice={setDevice} />}
      </main>
    </div>
  )
}

/** Who else writes here; what they have saved is brought in. */
function useOthers({ guide, refresh }: Editing, open: string | undefined): readonly Other[] {
  const presence = usePresence(guide.id, open)
  const written = presence?.written_at
  const known = useRef(guide.written_at)
  known.current = guide.written_at
  useEffect(() => {
    if (written !== undefined && written !== known.current) void refresh()
  }, [written, refresh])
  // Publishing and archiving leave what is written as it is.
  useTold((told) => {
    if (tellsOf(told, 'guide.', guide.id)) void refresh()
  })
  return presence?.others ?? NOBODY
}

const NOBODY: readonly Other[] = []

function NothingOpen({ draft }: { draft: Draft }) {
  const { say } = useWords()
  const hasSteps = draft.sections.some(({ steps }) => steps.length > 0)
  return <p className="soft nothing-open">{say(hasSteps ? 'editor.choose_step' : 'editor.no_steps')}</p>
}
