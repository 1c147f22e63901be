import { Icon } from '../layout/icons.tsx'
import type { GuideVisit, Section } from '../visit.ts'
import { type ClosedSection, waitingTexts } from './closed.ts'

/** A closed section in the outline: its title, and what it waits for. There is nothing to open, so that it is no link. */
export function closedLine(visit: GuideVisit, section: Section, closed: ClosedSection) {
  const { i18n } = visit
  const [first, ...others] = waitingTexts(visit, closed)
  return (
    <div key={section.id} class="section closed">
      {Icon({ name: 'lock' })}
      <bdi class="name">{section.title}</bdi>
      <span class="n">{i18n.t('closed_steps', { count: closed.step_ids.length })}</span>
      <p>
        <b dir="auto">{first}</b>
        {others.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </p>
    </div>
  )
}
