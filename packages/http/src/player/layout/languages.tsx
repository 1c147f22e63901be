import { LANGUAGES } from '@handrail/core'
import type { LinkVisit } from '../visit.ts'

/** Leads to the same page in another language; the choice is kept with the contact. */
export function Languages({ visit: { player, home, i18n, request } }: { visit: LinkVisit }) {
  const path = request.url.split('?')[0] ?? ''
  const place = path.slice(path.indexOf('/g/')).split('/').slice(3).join('/')
  return (
    <form class="languages" method="post" action={`${home}/language`} aria-label={i18n.t('languages')}>
      <input type="hidden" name="place" value={place} />
      {LANGUAGES.map((language) =>
        language === i18n.language ? (
          <b key={language}>{i18n.t('language')}</b>
        ) : (
          <button key={language} type="submit" name="language" value={language} lang={language}>
            {player.i18nOf(language, language).t('language')}
          </button>
        ),
      )}
    </form>
  )
}
