import { useRef, useState } from 'react'
import { usePageId } from '../../app/page-id.ts'
import { useMay } from '../../app/workspace.ts'
import type { Answered as Tagged } from '../../door/call.ts'
import { useTagged } from '../../door/hooks.ts'
import { Answered } from '../../parts/states.tsx'
import { useWords } from '../../words/words.ts'
import { Conflict } from './conflict.tsx'
import { Outline } from './outline.tsx'
import { ReadOnly } from './read-only.tsx'
import { StepEditor } from './step-editor.tsx'
import { TopBar } from './top-bar.tsx'
import { useDraft } from './use-draft.ts'
import './editor.css'

/** Where a guide is written: the outline on the left, a step in the middle. */
export function EditorPage() {
  const id = usePageId()
  const mayWrite = useMay('guides:write')
  const query = useTagged('getGuideDraft', { id })
  const again = () => void query.refetch()
  return (
    <Answered query={query} list="/guides">
      {(loaded) =>
        mayWrite ? (
          <Editor key={`${id} ${query.dataUpdatedAt}`} loaded={loaded} again={again} />
        ) : (
          <ReadOnly guide={loaded.value.data} />
        )
      }
    </Answered>
  )
}

function Editor({ loaded, again }: { loaded: Tagged<'getGuideDraft'>; again(): void }) {
  const { say } = useWords()
  const editing = useDraft(loaded)
  const { draft, change, state } = editing
  const [open, setOpen] = useState(draft.sections[0]?.steps[0]?.id)
  const paper = useRef<HTMLElement>(null)
  const show = (id: string | undefined) => {
    setOpen(id)
    // On a phone the step is below the outline.
    if (id !== undefined) paper.current?.scrollIntoView({ block: 'start' })
  }
  const section = draft.sections.find(({ steps }) => steps.some(({ id }) => id === open))
  const step = section?.steps.find(({ id }) => id === open)
  return (
    <div className="editor">
      <TopBar editing={editing} again={again} />
      <Outline draft={draft} open={open} onOpen={show} change={change} />
      <main className="paper" id="main" tabIndex={-1} ref={paper}>
        {state.is === 'conflict' && <Conflict takeTheirs={again} keepMine={() => void editing.save(true)} />}
        {step && section ? (
          <StepEditor key={step.id} step={step} section={section.title} editing={editing} />
        ) : (
          <p className="soft nothing-open">
            {say(draft.sections.some(({ steps }) => steps.length > 0) ? 'editor.choose_step' : 'editor.no_steps')}
          </p>
        )}
      </main>
    </div>
  )
}
