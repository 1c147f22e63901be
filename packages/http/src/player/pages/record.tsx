import { notFound } from '@handrail/core/internal'
import { ApprovedDocument } from '../agreements/document.tsx'
import { approvalOf } from '../agreements/review.ts'
import { sendPlayerPage } from '../answer.ts'
import { isDone, pathOf } from '../guide.ts'
import { Bar, Document } from '../layout/page.tsx'
import { forStep } from '../steps/for-step.ts'

/** The record of an approval: who, when, and exactly what. Printing it leaves out the bar and the buttons. */
export const get = forStep(async (visit) => {
  const { i18n, link, home, view, placed } = visit
  const decided = approvalOf(view, placed.step)
  if (decided?.decision !== 'approved' || !isDone(view, placed.step)) throw notFound()
  const { document, signed_name, person_name, created_at, document_sha256 } = decided
  const facts = [
    [i18n.t('record_signed'), signed_name],
    ...(person_name === signed_name ? [] : [[i18n.t('record_known'), person_name]]),
    [i18n.t('record_time'), i18n.moment(created_at, link.workspace.time_zone)],
  ] as const
  return sendPlayerPage(
    visit,
    200,
    <Document visit={visit} i18n={i18n} title={i18n.t('record_title')} link={link} home={home}>
      <Bar visit={visit} />
      <main class="single record" id="main">
        <p class="lead">
          <a href={pathOf(home, placed.step)}>{placed.step.title}</a>
        </p>
        <h1>{i18n.t('record_title')}</h1>
        <p class="lead">
          {link.workspace.name}, <bdi>{view.guide.title}</bdi>
        </p>
        <section class="sent">
          <dl>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
        <h2 class="list">
          {i18n.t('record_text')}: <bdi>{document.title}</bdi>
        </h2>
        <ApprovedDocument visit={visit} document={document} />
        <section class="sent">
          <dl>
            <div>
              <dt>{i18n.t('record_hash')}</dt>
              <dd class="hash">{document_sha256}</dd>
            </div>
          </dl>
        </section>
        <p class="keep">{i18n.t('record_not')}</p>
        <button class="btn with-script" type="button" data-print>
          {i18n.t('record_print')}
        </button>
      </main>
    </Document>,
  )
})
