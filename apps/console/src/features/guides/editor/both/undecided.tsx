import { useI18n } from '../../../../i18n/i18n.ts'
import { stepsOf } from '../../draft/same.ts'
import type { Editing } from '../saving/use-draft.ts'
import { BothVersions } from './both-versions.tsx'

/** The steps with two versions, to choose from before publishing. */
export function Undecided({ editing: { draft, both, choose } }: { editing: Editing }) {
  const { t } = useI18n()
  const here = stepsOf(draft)
  return (
    <>
      <p>{t('together.undecided', { count: both.size })}</p>
      {[...both].map(([id, theirs]) => {
        const mine = here.get(id)
        return mine && <BothVersions key={id} mine={mine} theirs={theirs} choose={(which) => choose(id, which)} />
      })}
    </>
  )
}
