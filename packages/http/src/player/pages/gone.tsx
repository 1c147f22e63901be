import { sendPlayerPage } from '../answer.ts'
import { BrokenStairs } from '../layout/art.tsx'
import { Languages } from '../layout/languages.tsx'
import { Bar, Document } from '../layout/page.tsx'
import { contactPersonOf } from '../thread/contact-person.ts'
import { NewAnswers } from '../thread/new-answers.tsx'
import { Person } from '../thread/person.tsx'
import { WaysOn } from '../thread/ways-on.tsx'
import type { LinkVisit } from '../visit.ts'

/** The page of an ended link: the reason, and the contact person. */
export function sendGonePage(visit: LinkVisit) {
  const { i18n, link } = visit
  const { title, text } = reasonOf(visit)
  const { reply_to: address, name } = link.workspace
  return sendPlayerPage(
    visit,
    410,
    <Document visit={visit} i18n={i18n} title={title} link={link}>
      <Bar visit={visit} leads={false} />
      <main class="single" id="main">
        <BrokenStairs />
        <h1>{title}</h1>
        <p class="lead">{text}</p>
        <Person link={link} />
        {address !== null && link.assignee === null && (
          <p class="lead">
            {i18n.t('answer_to', { workspace: name })} <bdi class="address">{address}</bdi>
          </p>
        )}
        <NewAnswers visit={visit} />
        <WaysOn visit={visit} />
        {link.state === 'expired' && <Languages visit={visit} />}
      </main>
    </Document>,
  )
}

function reasonOf({ i18n: { t, day }, link, contact }: LinkVisit): { title: string; text: string } {
  const { state, expires_at, workspace } = link
  const by = { workspace: workspace.name }
  if (state === 'withdrawn') return { title: t('withdrawn_title'), text: t('withdrawn_text', by) }
  if (state === 'removed')
    return { title: t('removed_title'), text: t('removed_text', { whom: contactPersonOf(link) }) }
  if (state !== 'expired') return { title: t('gone_title'), text: t('gone_text', by) }
  const title = t('expired_title')
  const now = contact.context.now()
  // A member of the workspace can end it early.
  if (expires_at === null || expires_at > now) return { title, text: t('expired_text') }
  return { title, text: t('expired_until', { day: day(expires_at, workspace.time_zone, now) }) }
}
