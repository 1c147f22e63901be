import { operations } from '@handrail/core'
import { seeOther, sendPlayerPage } from '../answer.ts'
import { formOf } from '../form/read.ts'
import { Icon } from '../layout/icons.tsx'
import { Bar, Document } from '../layout/page.tsx'
import { forGuide } from '../visit.ts'

/** The secret address of a calendar with the reader's dates, which calendar programs subscribe to. */
export const get = forGuide(async (visit) => {
  const { i18n, link, home, contact } = visit
  const { url } = (await contact.invoke(operations.getContactCalendar, {})).data
  const title = i18n.t('my_dates')
  return sendPlayerPage(
    visit,
    200,
    <Document visit={visit} i18n={i18n} title={title} link={link} home={home}>
      <Bar visit={visit} />
      <main class="single" id="main">
        <h1>{title}</h1>
        <p class="lead">{i18n.t('my_dates_lead')}</p>
        {url !== null && (
          <>
            <div class="field">
              <label for="calendar">{i18n.t('calendar_address')}</label>
              <input id="calendar" class="input" readOnly value={url} dir="ltr" />
            </div>
            <p>
              <a class="btn" href={url.replace(/^https?:/, 'webcal:')}>
                <Icon name="calendar" /> {i18n.t('calendar_subscribe')}
              </a>
            </p>
            <p class="keep">{i18n.t('calendar_secret')}</p>
          </>
        )}
        <form method="post" action={`${home}/dates`} data-once>
          <div class="acts">
            {url === null ? (
              <button class="go" type="submit" name="what" value="renew">
                {i18n.t('calendar_make')} <Icon name="arrow-right" />
              </button>
            ) : (
              <>
                <button class="btn" type="submit" name="what" value="renew">
                  {i18n.t('calendar_renew')}
                </button>
                <button class="btn" type="submit" name="what" value="remove">
                  {i18n.t('calendar_remove')}
                </button>
              </>
            )}
          </div>
        </form>
        <p class="lead">
          <a href={home}>{i18n.t('back')}</a>
        </p>
      </main>
    </Document>,
  )
})

export const post = forGuide(async ({ contact, request, reply, home }) => {
  if (formOf(request).get('what') === 'remove') await contact.invoke(operations.removeContactCalendar, {})
  else await contact.invoke(operations.renewContactCalendar, {})
  return seeOther(reply, `${home}/dates`)
})
