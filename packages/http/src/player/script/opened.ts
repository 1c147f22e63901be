/**
 * Reports, once a day and link, that a person is here, and in which time zone: at the first touch, key, click or turn of the wheel. Programs that look at
 * links before people do have none of them, also those that run scripts. Browsers make up moves of a mouse that rests. On the page
 * of the conversation it also reports, each time, that its newest message was seen.
 */
export const OPENED = `
const home = document.body.dataset.home
const today = new Date().toDateString()
const key = 'opened ' + home.slice(-12)
const acts = ['pointerdown', 'keydown', 'touchstart', 'wheel']
const { seen } = document.querySelector('[data-seen]')?.dataset ?? {}
const told = () => { try { return localStorage.getItem(key) === today } catch { return false } }
const post = (place, body) => fetch(home + place, { method: 'POST', keepalive: true, body, headers: { accept: 'application/json' } })
const tell = (event) => {
  if (!event.isTrusted) return
  for (const act of acts) removeEventListener(act, tell)
  if (seen) post('/ask/seen', new URLSearchParams({ message_id: seen })).catch(() => undefined)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const zone = timeZone ? new URLSearchParams({ time_zone: timeZone }) : undefined
  if (!told()) post('/open', zone).then((answer) => { if (answer.ok) localStorage.setItem(key, today) }).catch(() => undefined)
}
if (seen || !told()) for (const act of acts) addEventListener(act, tell, { passive: true })
`
