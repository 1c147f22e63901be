import { languageOf } from '../i18n/i18n.ts'
import { setCookie } from './cookies.ts'
import { forVisitors } from './handler.ts'
import { localPath, seeOther } from './redirect.ts'

/** Stores the language chosen in the footer of a page, and shows the page again. */
export const post = forVisitors(async ({ handrail: { settings }, form, reply }) => {
  const language = languageOf(form.language)
  if (language) setCookie(settings, reply, 'language', language)
  return seeOther(settings, reply, localPath(form.return_to))
})
