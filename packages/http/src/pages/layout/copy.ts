/**
 * The only script of the pages: it shows the copy buttons. Without it they stay hidden, and the text can be selected. Browsers
 * offer a clipboard only on https and localhost; elsewhere the script copies a selection.
 */
export const COPY = `
const write = (text) => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (!copied) throw new Error('Not copied')
}
for (const place of document.querySelectorAll('[data-copy]')) {
  const button = place.querySelector('button.copy')
  const name = button.textContent
  button.hidden = false
  button.addEventListener('click', async () => {
    const text = [...place.querySelectorAll('code')].map((code) => code.textContent).join('\\n')
    try {
      await write(text)
      button.textContent = button.dataset.copied
    } catch {
      button.textContent = button.dataset.byHand
    }
    setTimeout(() => { button.textContent = name }, 3000)
  })
}
`
