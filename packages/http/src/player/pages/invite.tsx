import type { FastifyReply } from 'fastify'
import { seeOther, sendPlayerPage } from '../answer.ts'
import { formOf } from '../form/read.ts'
import { Icon } from '../layout/icons.tsx'
import { Bar, Document } from '../layout/page.tsx'
import { inviteColleague, type RefusedColleague, typedColleague } from '../people/colleague.ts'
import { BaseMistake, Choice, ColleagueFields } from '../people/colleague-fields.tsx'
import { canInvite } from '../people/marks.tsx'
import { forGuide, type GuideVisit } from '../visit.ts'

export const get = forGuide(async (visit) => (canInvite(visit) ? show(visit) : seeOther(visit.reply, visit.home)))

export const post = forGuide(async (visit) => {
  const { request, reply, home } = visit
  if (!canInvite(visit)) return seeOther(reply, home)
  const typed = typedColleague(formOf(request))
  const result = await inviteColleague(visit, typed)
  if ('id' in result) return seeOther(reply, `${home}?invited=${result.id}`)
  return show(visit, { typed, ...result })
})

function show(visit: GuideVisit, refused?: RefusedColleague): Promise<FastifyReply> {
  const { i18n, link, home, view } = visit
  const { wrong = {}, typed, status = 200 } = refused ?? {}
  const title = i18n.t('invite_colleague')
  const { roles } = view.guide
  return sendPlayerPage(
    visit,
    status,
    <Document visit={visit} i18n={i18n} title={title} link={link} home={home}>
      <Bar visit={visit} />
      <main class="single" id="main">
        <h1>{title}</h1>
        <p class="lead">{i18n.t('invite_lead')}</p>
        <BaseMistake wrong={wrong} />
        <form method="post" action={`${home}/invite`} noValidate data-once>
          <ColleagueFields visit={visit} typed={typed} wrong={wrong} />
          {roles.length > 0 && (
            <Choice
              legend={i18n.t('role')}
              name="role"
              chosen={typed?.role ?? ''}
              options={[
                { value: '', text: i18n.t('no_role') },
                ...roles.map(({ id, name, description }) => ({ value: id, text: name, about: description })),
              ]}
            />
          )}
          <div class="acts">
            <button class="go" type="submit">
              {i18n.t('send_invitation')} <Icon name="arrow-right" />
            </button>
          </div>
        </form>
        <p class="keep">{i18n.t('invite_note')}</p>
        <p class="lead">
          <a href={home}>{i18n.t('back')}</a>
        </p>
      </main>
    </Document>,
  )
}
