import { LANGUAGES } from '@handrail/core'
import type { LinkVisit } from '../visit.ts'

/** Leads to the same page in another language; the choice is kept with the contact. */
export function Languages({ visit: { player, home, words, request } }: { visit: LinkVisit }) {
  const path = request.url.split('?')[0] ?? ''
  const place = path.slice(path.indexOf('/g/')).split('/').slice(3).join('/')
  return (
    <form class="languages" method="post" action={`${home}/language`} aria-label={words.say('languages')}>
      <input type="hidden" name="place" value={place} />
      {LANGUAGES.map((language) =>
        language === words.language ? (
          <b key={language}>{words.say('language')}</b>
        ) : (
          <button key={language} type="submit" name="language" value={language} lang={language}>
            {player.wordsOf(language, language).say('language')}
          </button>
        ),
      )}
    </form>
  )
}
