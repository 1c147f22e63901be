import { useState } from 'react'
import { useAnswer } from '../../door/hooks.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { ChoiceField } from '../../parts/form/field.tsx'
import { Answered } from '../../parts/states.tsx'
import { useWords } from '../../words/words.ts'
import { type Contents, changesOf } from '../editor/changes.ts'
import { ChangeList } from './change-list.tsx'
import { Sections } from './sections.tsx'
import type { Version } from './version.ts'

interface VersionDialogProps {
  version: Version
  onClose(): void
}

/** A version as it was published. */
export function LookDialog({ version: { guide_id, id, number }, onClose }: VersionDialogProps) {
  const { say } = useWords()
  const query = useAnswer('getGuideVersion', { id: guide_id, version_id: id })
  return (
    <Dialog title={say('versions.one', { number })} broad onClose={onClose}>
      <div className="body">
        <Answered query={query}>{({ data }) => <Sections sections={data.sections} />}</Answered>
      </div>
    </Dialog>
  )
}

const DRAFT = 'draft'

/** What differs between a version and another one, or what is being written. */
export function CompareDialog({ version, others, onClose }: VersionDialogProps & { others: readonly Version[] }) {
  const { say } = useWords()
  const { guide_id, id, number } = version
  const [other, setOther] = useState(DRAFT)
  const isDraft = other === DRAFT
  const one = useAnswer('getGuideVersion', { id: guide_id, version_id: id })
  const draft = useAnswer('getGuideDraft', { id: guide_id }, { enabled: isDraft })
  const second = useAnswer('getGuideVersion', { id: guide_id, version_id: other }, { enabled: !isDraft })
  const options = others
    .filter((each) => each.id !== id)
    .map((each): [string, string] => [each.id, say('versions.one', { number: each.number })])
  const otherNumber = others.find((each) => each.id === other)?.number
  return (
    <Dialog title={say('versions.compare_title', { number })} broad onClose={onClose}>
      <div className="body stack">
        <ChoiceField
          label={say('versions.compare_with')}
          value={other}
          options={[[DRAFT, say('versions.draft')], ...options]}
          onChange={setOther}
        />
        <Answered query={one}>
          {({ data: mine }) => {
            // What is newer is what became of the older.
            const isOlder = otherNumber === undefined || number < otherNumber
            const shown = ({ data: theirs }: { data: Contents }) => (
              <ChangeList changes={isOlder ? changesOf(mine, theirs) : changesOf(theirs, mine)} />
            )
            return isDraft ? <Answered query={draft}>{shown}</Answered> : <Answered query={second}>{shown}</Answered>
          }}
        </Answered>
      </div>
    </Dialog>
  )
}
