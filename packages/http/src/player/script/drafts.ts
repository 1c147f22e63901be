/**
 * Saves the input of a form: after a pause, when a field loses focus, and when the page closes. Until all of it is, the
 * form is not sent: a page that leaves for a service which is out of reach takes with it what only it has.
 */
export const DRAFTS = `
const form = document.querySelector('form[data-draft]')
if (form) {
  const status = document.querySelector('.saved [role=status]')
  const changed = new Set()
  let timer
  let isSending = false
  let isPressed = false
  let pressed
  let wait = 500
  const bodyOf = (names) => {
    const body = new URLSearchParams(new FormData(form))
    body.set('draft', names.join())
    return body
  }
  const keep = async () => {
    clearTimeout(timer)
    if (isSending || changed.size === 0 || (form.dataset.sent && !isPressed)) return
    const names = [...changed]
    changed.clear()
    isSending = true
    status.textContent = document.body.dataset.saving
    try {
      const answer = await fetch(form.action, { method: 'POST', body: bodyOf(names), headers: { accept: 'application/json' } })
      // The step was removed: its place says so.
      if (answer.status === 409) return location.reload()
      // What is refused for good is said by the page that follows.
      if (!answer.ok && !(isPressed && answer.status < 500 && answer.status !== 429)) throw answer
      status.parentNode.classList.remove('bad')
      status.textContent = status.dataset.saved
      wait = 500
    } catch {
      for (const name of names) changed.add(name)
      status.parentNode.classList.add('bad')
      status.textContent = status.dataset[isPressed ? 'pressed' : 'failed']
      wait = Math.min(wait * 2, 15000)
    }
    isSending = false
    if (changed.size > 0) timer = setTimeout(keep, wait)
    else if (isPressed) {
      // What the pressed button says is not sent otherwise.
      if (pressed?.name) form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: pressed.name, value: pressed.value }))
      form.submit()
    }
  }
  form.addEventListener('submit', (event) => {
    if (changed.size === 0 && !isSending) return
    event.preventDefault()
    isPressed = true
    pressed = event.submitter
    keep()
  })
  addEventListener('pageshow', ({ persisted }) => {
    isPressed = false
    if (changed.size > 0) return
    // After a reload or on the way back, browsers restore what was typed, which can be older than what was saved since.
    if (persisted) location.reload()
    else if (performance.getEntriesByType('navigation')[0]?.type !== 'navigate') form.reset()
  })
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
