import { Fragment } from 'preact'
import { LANGUAGES } from '../i18n/i18n.ts'
import { localPath } from '../visit/redirect.ts'
import { Form } from './links.tsx'
import { useI18n } from './render-context.ts'

/** A form to show the same page in another language. @param here its path, with its query */
export function Languages({ here }: { here: string }) {
  const { language, t } = useI18n()
  const back = localPath(here)
  // The address is too long for a redirect.
  if (back === '/' && here !== '/') return null
  return (
    <footer>
      <Form action="/language" class="languages" aria-label={t('frame.language')}>
        <input type="hidden" name="return_to" value={back} />
        {Object.entries(LANGUAGES).map(([tag, name], index) => (
          <Fragment key={tag}>
            {index > 0 && <span aria-hidden="true">·</span>}
            {tag === language ? (
              <span lang={tag} aria-current="true">
                {name}
              </span>
            ) : (
              <button type="submit" name="language" value={tag} lang={tag}>
                {name}
              </button>
            )}
          </Fragment>
        ))}
      </Form>
    </footer>
  )
}
