/** Shows ticks at once, and sends them one after the other with retries. */
export const TICKS = `
const status = document.querySelector('.saved [role=status]')
const feet = document.querySelector('[data-ticks]')
let queue = Promise.resolve()
const send = async (form, tick, ticked) => {
  for (let wait = 500; ; wait = Math.min(wait * 2, 15000)) {
    try {
      const body = new URLSearchParams({ tick, ticked })
      const answer = await fetch(form.action, { method: 'POST', body, headers: { accept: 'application/json' } })
      if (answer.ok) return answer.json()
      if (answer.status < 500 && answer.status !== 429) return location.reload()
    } catch {}
    status.textContent = status.dataset.failed
    status.parentNode.classList.add('bad')
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}
for (const form of document.querySelectorAll('form[data-tick]')) {
  const button = form.querySelector('button')
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const ticked = button.value
    button.setAttribute('aria-pressed', String(ticked === '1'))
    button.value = ticked === '1' ? '0' : '1'
    status.textContent = document.body.dataset.saving
    queue = queue.then(async () => {
      const now = await send(form, form.elements.tick.value, ticked)
      if (!now) return
      status.parentNode.classList.remove('bad')
      status.textContent = status.dataset.saved
      for (const place of document.querySelectorAll('[data-text]')) place.textContent = now[place.dataset.text]
      feet.dataset.ticks = now.ticks.length === now.items ? 'all' : 'open'
    })
  })
}
`
