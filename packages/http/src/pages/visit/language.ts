import { languageOf } from '../i18n/i18n.ts'
import { setCookie } from './cookies.ts'
import { forVisitors } from './handler.ts'
import { localPath, seeOther } from './redirect.ts'

/** Keeps the language that somebody chooses at the foot of a page, and shows that page again. */
export const post = forVisitors(async ({ handrail: { settings }, form, reply }) => {
  const language = languageOf(form.language)
  if (language) setCookie(settings, reply, 'language', language)
  return seeOther(settings, reply, localPath(form.return_to))
})
