import { BASE } from '../base-path.ts'
import { forgetAll } from '../features/guides/editor/saving/local-draft.ts'

/** Ends the session by the form that every page of the server has; it takes the token of the session from one. */
export async function signOut(): Promise<void> {
  await forgetAll()
  const page = await (await fetch(`${BASE}/account`)).text()
  const parsed = new DOMParser().parseFromString(page, 'text/html')
  const field = parsed.querySelector<HTMLInputElement>('form[action$="/sign-out"] input[name="csrf"]')
  const form = document.createElement('form')
  form.method = 'post'
  form.action = `${BASE}/sign-out`
  const token = document.createElement('input')
  token.type = 'hidden'
  token.name = 'csrf'
  token.value = field?.value ?? ''
  form.append(token)
  document.body.append(form)
  form.submit()
}
