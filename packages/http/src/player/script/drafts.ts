/** What is typed into a form is kept: after a pause, when a field is left, and when the page goes away. */
export const DRAFTS = `
const form = document.querySelector('form[data-draft]')
if (form) {
  const status = document.querySelector('.saved [role=status]')
  const changed = new Set()
  let timer
  let isSending = false
  let wait = 500
  const bodyOf = (names) => {
    const body = new URLSearchParams(new FormData(form))
    body.set('draft', names.join())
    return body
  }
  const keep = async () => {
    clearTimeout(timer)
    if (isSending || changed.size === 0 || form.dataset.sent) return
    const names = [...changed]
    changed.clear()
    isSending = true
    status.textContent = document.body.dataset.saving
    try {
      const answer = await fetch(form.action, { method: 'POST', body: bodyOf(names), headers: { accept: 'application/json' } })
      if (!answer.ok) throw answer
      status.parentNode.classList.remove('bad')
      status.textContent = status.dataset.saved
      wait = 500
    } catch {
      for (const name of names) changed.add(name)
      status.parentNode.classList.add('bad')
      status.textContent = document.body.dataset.failed
      wait = Math.min(wait * 2, 15000)
    }
    isSending = false
    if (changed.size > 0) timer = setTimeout(keep, wait)
  }
  form.addEventListener('input', (event) => {
    if (!event.target.name) return
    changed.add(event.target.name)
    clearTimeout(timer)
    timer = setTimeout(keep, 700)
  })
  form.addEventListener('change', keep)
  addEventListener('pagehide', () => {
    if (changed.size > 0 && !form.dataset.sent) navigator.sendBeacon(form.action, bodyOf([...changed]))
  })
}
`
