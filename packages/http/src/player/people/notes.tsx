import { queryOf } from '../../pages/visit/handler.ts'
import { Icon } from '../layout/icons.tsx'
import type { GuideVisit } from '../visit.ts'
import { OthersChanged } from './others-changed.tsx'
import { findPerson, nameIn, peopleOf } from './people.ts'

/** What the overview says at first: who invited the reader, what was just done, and what others have changed. */
export function PeopleNotes({ visit }: { visit: GuideVisit }) {
  const { view, i18n } = visit
  const you = peopleOf(view).find(({ is_you }) => is_you)
  const texts = [
    ...(view.invited_by !== null && you?.has_started === false
      ? [i18n.t('invited_you', { name: view.invited_by })]
      : []),
    ...saidOf(visit),
  ]
  return (
    <>
      {texts.map((text) => (
        <p key={text} class="note" role="status">
          <Icon name="info" /> <span>{text}</span>
        </p>
      ))}
      <OthersChanged visit={visit} />
    </>
  )
}

/** What the address says that was just done. */
function saidOf({ request, view, i18n }: GuideVisit): string[] {
  const invited = findPerson(view, queryOf(request, 'invited') ?? '')
  if (invited) return [i18n.t('said_invited', { name: nameIn(view, invited) })]
  const to = queryOf(request, 'passed')
  const passed = to === undefined ? undefined : findPerson(view, to === 'primary' ? null : to)
  if (passed) return [i18n.t('said_passed', { name: nameIn(view, passed) })]
  const back = queryOf(request, 'back')
  if (back === '1') return [i18n.t('said_back')]
  return back === '0' ? [i18n.t('said_begun')] : []
}
