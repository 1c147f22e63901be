/**
 * Files go out two at a time, each with its own progress and fate; the step's button waits for them. A file whose connection was
 * lost is sent again, a few times, once there is one.
 */
export const UPLOADS = `
const drop = document.querySelector('form[data-upload]')
if (drop) {
  const says = drop.dataset
  const list = document.querySelector('[data-files]')
  const foot = document.querySelector('[data-sending]')
  const first = foot.querySelector('[data-text=sending]').textContent
  const template = document.querySelector('template[data-row]')
  const busyTexts = JSON.parse(says.busy)
  const number = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 })
  const waiting = []
  let active = 0
  const show = () => {
    const busy = active + waiting.length
    const kept = list.querySelector('[data-file]')
    foot.dataset.sending = busy ? 'busy' : kept || says.done ? 'ready' : 'none'
    foot.querySelector('[data-text=sending]').textContent = busyTexts[Math.min(busy, busyTexts.length) - 1] ?? first
  }
  const hex = (bytes) => [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const rowOf = (name) => {
    const row = template.content.cloneNode(true).firstElementChild
    row.querySelector('.kind').textContent = /\\.([^.]{1,4})$/.exec(name)?.[1].toUpperCase() ?? ''
    row.querySelector('.cut').textContent = name
    for (const place of row.querySelectorAll('bdi')) place.textContent = name
    row.id = hex(4) + '-' + hex(2) + '-' + hex(2) + '-' + hex(2) + '-' + hex(6)
    list.append(row)
    return row
  }
  const tell = (row, state, text) => {
    row.dataset.state = state
    row.querySelector('small span').textContent = text
  }
  const megabytes = (bytes) => number.format(bytes / 1048576)
  const send = (file, row, tries = 0) => {
    const request = new XMLHttpRequest()
    const bar = row.querySelector('progress')
    row.stop = () => { request.abort(); row.remove(); ended() }
    const ended = () => { active--; next() }
    const lost = () => {
      if (tries > 4) { tell(row, 'oops', says.failed); return ended() }
      tell(row, 'sending', says.waiting)
      const again = () => send(file, row, tries + 1)
      if (navigator.onLine === false) addEventListener('online', again, { once: true })
      else setTimeout(again, 1000 * 2 ** tries)
    }
    request.open('POST', drop.action)
    request.setRequestHeader('accept', 'application/json')
    request.upload.onprogress = ({ loaded }) => {
      const done = Math.min(loaded, file.size)
      bar.value = done / file.size
      tell(row, 'sending', says.progress.replace('{done}', megabytes(done)).replace('{total}', megabytes(file.size) + ' MB'))
    }
    request.onload = () => {
      let answer
      try { answer = JSON.parse(request.responseText).files[0] } catch {}
      if (!answer) return request.status >= 500 || request.status === 429 ? lost() : (tell(row, 'oops', says.failed), ended())
      if (answer.wrong) tell(row, 'oops', answer.wrong)
      else {
        row.dataset.file = answer.id
        row.querySelector('.cut').textContent = answer.name
        row.querySelector('[name=remove]').value = answer.id
        tell(row, 'sent', answer.text)
      }
      ended()
    }
    request.onerror = lost
    const body = new FormData()
    body.set('id', row.id)
    body.set('bytes', file.size)
    body.set('file', file)
    tell(row, 'sending', says.waiting)
    request.send(body)
  }
  const next = () => {
    while (active < 2 && waiting.length > 0) {
      const { file, row } = waiting.shift()
      active++
      send(file, row)
    }
    show()
  }
  const add = (files) => {
    for (const file of files) {
      const row = rowOf(file.name)
      const wrong = file.size === 0 ? says.empty : file.size > Number(says.max) ? says.tooLarge : ''
      if (wrong) tell(row, 'oops', wrong)
      else {
        tell(row, 'sending', says.waiting)
        const entry = { file, row }
        row.stop = () => { waiting.splice(waiting.indexOf(entry), 1); row.remove(); show() }
        waiting.push(entry)
      }
    }
    next()
  }
  for (const input of drop.querySelectorAll('input[type=file]'))
    input.addEventListener('change', () => { add([...input.files]); input.value = '' })
  drop.addEventListener('dragover', (event) => event.preventDefault())
  drop.addEventListener('drop', (event) => { event.preventDefault(); add([...event.dataTransfer.files]) })
  list.addEventListener('click', ({ target }) => {
    const row = target.closest('.stop') && target.closest('.file')
    if (!row) return
    if (row.dataset.state === 'sending') row.stop()
    else row.remove()
    show()
  })
  list.addEventListener('submit', async (event) => {
    event.preventDefault()
    const form = event.target
    const row = form.closest('.file')
    const body = new URLSearchParams({ remove: form.elements.remove.value })
    const answer = await fetch(form.action, { method: 'POST', body, headers: { accept: 'application/json' } }).catch(() => undefined)
    if (answer?.ok) row.remove()
    else if (answer?.status === 422) row.querySelector('small span').textContent = (await answer.json()).text
    else return form.submit()
    show()
  })
  addEventListener('beforeunload', (event) => { if (active + waiting.length > 0) event.preventDefault() })
}
`
