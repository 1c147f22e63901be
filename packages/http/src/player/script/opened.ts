/**
 * Tells, once a day and link, that a person is here: at the first touch, key, click or turn of the wheel. Programs that look at
 * links before people do have none of them, also those that run scripts. Browsers make up moves of a mouse that rests.
 */
export const OPENED = `
const home = document.body.dataset.home
const today = new Date().toDateString()
const key = 'opened ' + home.slice(-12)
const acts = ['pointerdown', 'keydown', 'touchstart', 'wheel']
const told = () => { try { return localStorage.getItem(key) === today } catch { return false } }
const tell = (event) => {
  if (!event.isTrusted) return
  for (const act of acts) removeEventListener(act, tell)
  fetch(home + '/open', { method: 'POST', keepalive: true, headers: { accept: 'application/json' } })
    .then((answer) => { if (answer.ok) localStorage.setItem(key, today) })
    .catch(() => undefined)
}
if (!told()) for (const act of acts) addEventListener(act, tell, { passive: true })
`
