import { type ComparedGuide, changesOf } from '@handrail/core/contract'
import { useState } from 'react'
import { useOperation } from '../../../api/use-operation.ts'
import { Dialog } from '../../../components/dialog/dialog.tsx'
import { ChoiceField } from '../../../components/form/field.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { ChangeList } from '../changes/change-list.tsx'
import { Sections } from '../changes/sections.tsx'
import { isReplaced, type PreviousVersion, useNameOf, useWhole, type Version } from './version.ts'

interface PreviousDialogProps {
  previous: PreviousVersion
  onClose(): void
}

/** A version as it was published, or a draft as it was left. */
export function LookDialog({ previous, onClose }: PreviousDialogProps) {
  const query = useWhole(previous)
  return (
    <Dialog title={useNameOf()(previous)} broad onClose={onClose}>
      <div className="body">
        <QueryView query={query}>{({ data }) => <Sections sections={data.sections} />}</QueryView>
      </div>
    </Dialog>
  )
}

const DRAFT = 'draft'

/** The differences between a version and another one, or the draft. */
export function CompareDialog({ previous, others, onClose }: PreviousDialogProps & { others: readonly Version[] }) {
  const { t } = useI18n()
  const nameOf = useNameOf()
  const [chosen, setChosen] = useState(DRAFT)
  const other = others.find((each) => each.id === chosen)
  const one = useWhole(previous)
  const draft = useOperation('getGuideDraft', { id: previous.guide_id }, { enabled: !other })
  const second = useWhole(other ?? previous, other !== undefined)
  const options = others
    .filter((each) => each.id !== previous.id)
    .map((each): [string, string] => [each.id, nameOf(each)])
  return (
    <Dialog title={t('versions.compare_title', { name: nameOf(previous) })} broad onClose={onClose}>
      <div className="body stack">
        <ChoiceField
          label={t('versions.compare_with')}
          value={chosen}
          options={[[DRAFT, t('versions.draft')], ...options]}
          onChange={setChosen}
        />
        <QueryView query={one}>
          {({ data: mine }) => {
            // The newer one is compared with the older one.
            const isOlder = other === undefined || timeOf(previous) < timeOf(other)
            const shown = ({ data: theirs }: { data: ComparedGuide }) => (
              <ChangeList changes={isOlder ? changesOf(mine, theirs) : changesOf(theirs, mine)} />
            )
            return other ? <QueryView query={second}>{shown}</QueryView> : <QueryView query={draft}>{shown}</QueryView>
          }}
        </QueryView>
      </div>
    </Dialog>
  )
}

function timeOf(previous: PreviousVersion): string {
  return isReplaced(previous) ? previous.written_at : previous.published_at
}
