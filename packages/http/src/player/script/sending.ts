/** A form is sent once, however often its button is pressed; what is wrong gets the focus; folded sections stay as they are. */
export const SENDING = `
document.documentElement.classList.add('scripted')
const buttonsOf = (form) => document.querySelectorAll('button[form="' + form.id + '"],#x')
for (const form of document.querySelectorAll('form[data-once]')) {
  const buttons = () => [...form.querySelectorAll('button'), ...(form.id ? buttonsOf(form) : [])]
  form.addEventListener('submit', (event) => {
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
