/** A form is sent once, however often its button is pressed, and without a connection when that returns; what is wrong gets the focus; folded sections stay as they are. */
export const SENDING = `
document.documentElement.classList.add('scripted')
const buttonsOf = (form) => document.querySelectorAll('button[form="' + form.id + '"],#x')
/** Without a connection the browser would leave for a page of its own. */
const waitFor = (form, event) => {
  event.preventDefault()
  event.stopImmediatePropagation()
  if (document.querySelector('.waits')) return
  const note = document.createElement('p')
  note.className = 'note bad waits'
  note.setAttribute('role', 'status')
  document.body.append(note)
  const status = form.matches('[data-draft]') && document.querySelector('.saved [role=status]')
  note.textContent = (status && status.dataset.pressed) || document.body.dataset.waits
  reachable(500).then(() => { note.remove(); form.requestSubmit(event.submitter) })
}
/** Resolves once the service answers: a browser that is online again may not reach it at once. */
const reachable = (wait) => fetch(document.body.dataset.home, { method: 'HEAD' }).catch(async () => {
  await new Promise((resolve) => setTimeout(resolve, wait))
  return reachable(Math.min(wait * 2, 15000))
})
for (const form of document.querySelectorAll('form[data-once]')) {
  const buttons = () => [...form.querySelectorAll('button'), ...(form.id ? buttonsOf(form) : [])]
  form.addEventListener('submit', (event) => {
    if (navigator.onLine === false) return waitFor(form, event)
    if (form.dataset.sent) return event.preventDefault()
    form.dataset.sent = '1'
    for (const button of buttons()) button.setAttribute('aria-disabled', 'true')
  })
  // Back from the page that follows, it can be sent again.
  addEventListener('pageshow', () => {
    delete form.dataset.sent
    for (const button of buttons()) button.removeAttribute('aria-disabled')
  })
}
document.querySelector('[data-focus]')?.focus()
`
