import { useState } from 'react'
import { useAnswer } from '../../../api/use-operation.ts'
import { Dialog } from '../../../components/dialog/dialog.tsx'
import { ChoiceField } from '../../../components/form/field.tsx'
import { Answered } from '../../../components/query-view.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { ChangeList } from './changes/change-list.tsx'
import { type Contents, changesOf } from './changes/changes.ts'
import { Sections } from './sections.tsx'
import { type Former, isReplaced, useNameOf, useWhole, type Version } from './version.ts'

interface FormerDialogProps {
  former: Former
  onClose(): void
}

/** A version as it was published, or a draft as it was left. */
export function LookDialog({ former, onClose }: FormerDialogProps) {
  const query = useWhole(former)
  return (
    <Dialog title={useNameOf()(former)} broad onClose={onClose}>
      <div className="body">
        <Answered query={query}>{({ data }) => <Sections sections={data.sections} />}</Answered>
      </div>
    </Dialog>
  )
}

const DRAFT = 'draft'

/** What differs between a version and another one, or what is being written. */
export function CompareDialog({ former, others, onClose }: FormerDialogProps & { others: readonly Version[] }) {
  const { say } = useWords()
  const nameOf = useNameOf()
  const [chosen, setChosen] = useState(DRAFT)
  const other = others.find((each) => each.id === chosen)
  const one = useWhole(former)
  const draft = useAnswer('getGuideDraft', { id: former.guide_id }, { enabled: !other })
  const second = useWhole(other ?? former, other !== undefined)
  const options = others
    .filter((each) => each.id !== former.id)
    .map((each): [string, string] => [each.id, nameOf(each)])
  return (
    <Dialog title={say('versions.compare_title', { name: nameOf(former) })} broad onClose={onClose}>
      <div className="body stack">
        <ChoiceField
          label={say('versions.compare_with')}
          value={chosen}
          options={[[DRAFT, say('versions.draft')], ...options]}
          onChange={setChosen}
        />
        <Answered query={one}>
          {({ data: mine }) => {
            // What is newer is what became of the older.
            const isOlder = other === undefined || timeOf(former) < timeOf(other)
            const shown = ({ data: theirs }: { data: Contents }) => (
              <ChangeList changes={isOlder ? changesOf(mine, theirs) : changesOf(theirs, mine)} />
            )
            return other ? <Answered query={second}>{shown}</Answered> : <Answered query={draft}>{shown}</Answered>
          }}
        </Answered>
      </div>
    </Dialog>
  )
}

function timeOf(former: Former): string {
  return isReplaced(former) ? former.written_at : former.published_at
}
