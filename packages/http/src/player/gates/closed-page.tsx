import { sendPlayerPage } from '../answer.ts'
import { Icon } from '../layout/icons.tsx'
import { Outline } from '../layout/outline.tsx'
import { Bar, Document } from '../layout/page.tsx'
import type { GuideVisit } from '../visit.ts'
import { type ClosedSection, waitingTexts } from './closed.ts'

/** The page at the address of a step whose section is closed: nothing of the step, but what the section waits for. */
export function sendClosedPage(visit: GuideVisit, closed: ClosedSection) {
  const { i18n, link, home, view } = visit
  const section = view.guide.sections.find(({ id }) => id === closed.section_id)
  const title = section?.title ?? ''
  const [first, ...others] = waitingTexts(visit, closed)
  return sendPlayerPage(
    visit,
    200,
    <Document visit={visit} i18n={i18n} title={`${title} · ${i18n.t('not_open_yet')}`} link={link} home={home}>
      <Bar visit={visit} />
      <main class="wide step" id="main">
        <div class="stepbody">
          <p class="section">
            <Icon name="lock" /> {i18n.t('not_open_yet')}
          </p>
          <h1 class="step" dir="auto">
            {title}
          </h1>
          <p class="lead" dir="auto">
            {first}
          </p>
          {others.map((text) => (
            <p key={text} class="meta">
              {text}
            </p>
          ))}
          <a class="go" href={home}>
            {i18n.t('to_overview')} <Icon name="arrow-right" />
          </a>
        </div>
        <div class="d">
          <Outline visit={visit} now={null} />
        </div>
      </main>
    </Document>,
  )
}
