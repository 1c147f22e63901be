/**
 * Files go out two at a time, each with its own progress and outcome; the step's button waits for them. They go in pieces, as tus
 * has it: a file whose connection was lost continues where it was, also if it is chosen again. Files of one name, size and date can
 * differ in content, so bytes that this page has not sent itself are compared by their digests first. Only a secure context can do
 * that: elsewhere uploads continue on the page that began them.
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
    const kept = list.querySelector('[data-file]:not([data-state=removed])')
    foot.dataset.sending = busy ? 'busy' : kept || says.done ? 'ready' : 'none'
    const text = busy && navigator.onLine === false ? says.offlineStep : busyTexts[Math.min(busy, busyTexts.length) - 1]
    foot.querySelector('[data-text=sending]').textContent = text ?? first
  }
  for (const change of ['online', 'offline']) addEventListener(change, show)
  const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const rowOf = (name) => {
    const row = template.content.cloneNode(true).firstElementChild
    row.querySelector('.kind').textContent = /\\.([^.]{1,4})$/.exec(name)?.[1].toUpperCase() ?? ''
    row.querySelector('.cut').textContent = name
    for (const place of row.querySelectorAll('bdi')) place.textContent = name
    list.append(row)
    return row
  }
  const newId = () => hex(crypto.getRandomValues(new Uint8Array(16))).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  /** What the page remembers of a file until it has arrived: what it is called there. */
  const kept = {
    keyOf: ({ name, size, lastModified }) => ['upload', drop.action.slice(-80), name, size, lastModified].join(' '),
    read(file) { try { return crypto.subtle && localStorage.getItem(this.keyOf(file)) } catch {} },
    write(file, id) { try { if (crypto.subtle) localStorage.setItem(this.keyOf(file), id) } catch {} },
    forget(file) { try { localStorage.removeItem(this.keyOf(file)) } catch {} },
  }
  const tell = (row, state, text) => {
    row.dataset.state = state
    row.querySelector('small span').textContent = text
  }
  const megabytes = (bytes) => number.format(bytes / 1048576)
  const place = drop.action + '/uploads'
  const PIECE = 8388608
  const coded = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
  const ask = (row, method, address, headers, body, progress) => new Promise((resolve, reject) => {
    const request = row.request = new XMLHttpRequest()
    request.open(method, address)
    const all = { accept: 'application/json', 'tus-resumable': '1.0.0', ...headers }
    for (const name in all) request.setRequestHeader(name, all[name])
    if (progress) request.upload.onprogress = progress
    request.onload = () => {
      let body
      try { body = JSON.parse(request.responseText) } catch {}
      const told = body?.files?.[0]
      if (told || (request.status < 500 && request.status !== 429)) resolve({ status: request.status, told, sha256: body?.sha256, offset: Number(request.getResponseHeader('upload-offset')) })
      else reject()
    }
    request.onerror = request.onabort = reject
    request.send(body)
  })
  const shown = (row, file, done) => {
    row.querySelector('progress').value = done / file.size
    tell(row, 'sending', says.progress.replace('{done}', megabytes(done)).replace('{total}', megabytes(file.size) + ' MB'))
  }
  const giveNewId = (file, row) => {
    row.id = newId()
    row.matched = 0
    kept.write(file, row.id)
  }
  const begin = (file, row) => {
    const metadata = 'id ' + coded(row.id) + ',filename ' + coded(file.name)
    return ask(row, 'POST', place, { 'upload-length': file.size, 'upload-metadata': metadata })
  }
  /** @returns whether the bytes that the server has, up to an offset, are those of the file */
  const matches = async (file, row, offset) => {
    while (crypto.subtle && row.matched < offset) {
      const slice = file.slice(row.matched, Math.min(row.matched + PIECE, offset))
      const { sha256 } = await ask(row, 'GET', place + '/' + row.id + '/digest?offset=' + row.matched + '&bytes=' + slice.size, {})
      const own = hex(await crypto.subtle.digest('SHA-256', await slice.arrayBuffer()))
      if (row.isStopped) throw row
      if (sha256 !== own) return false
      row.matched += slice.size
    }
    return true
  }
  /** @returns what came of it in the end */
  const carry = async (file, row) => {
    let answer = await begin(file, row)
    while (answer.status === 201 || answer.status === 204) {
      const { offset } = answer
      if (answer.status === 204) {
        row.tries = 0
        row.matched = offset
      } else if (!(await matches(file, row, offset))) {
        giveNewId(file, row)
        answer = await begin(file, row)
        continue
      }
      const headers = { 'upload-offset': offset, 'content-type': 'application/offset+octet-stream' }
      const progress = ({ loaded }) => shown(row, file, Math.min(offset + loaded, file.size))
      answer = await ask(row, 'PATCH', place + '/' + row.id, headers, file.slice(offset, offset + PIECE), progress)
    }
    if (answer.status === 409) throw answer
    return answer.told
  }
  const again = (tries) => new Promise((resolve) => {
    if (navigator.onLine === false) addEventListener('online', resolve, { once: true })
    else setTimeout(resolve, 500 * 2 ** tries)
  })
  const settle = (file, row, told) => {
    kept.forget(file)
    if (!told || told.wrong) return tell(row, 'oops', told ? told.wrong : says.failed)
    for (const same of list.querySelectorAll('[data-file="' + told.id + '"]')) same.remove()
    row.dataset.file = told.id
    row.querySelector('.cut').textContent = told.name
    row.querySelector('[name=remove]').value = told.id
    tell(row, 'sent', told.text)
  }
  const send = async (file, row) => {
    row.stop = () => {
      row.isStopped = true
      row.request?.abort()
      kept.forget(file)
      ask(row, 'DELETE', place + '/' + row.id, {}).catch(() => undefined)
      row.remove()
    }
    tell(row, 'sending', says.waiting)
    for (row.tries = 0; !row.isStopped; ) {
      try {
        settle(file, row, await carry(file, row))
        break
      } catch {}
      if (row.isStopped) break
      tell(row, 'sending', navigator.onLine === false ? says.offline : says.waiting)
      if (++row.tries > 5) { tell(row, 'oops', says.failed); break }
      await again(row.tries)
    }
    active--
    next()
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
        const before = kept.read(file)
        giveNewId(file, row)
        if (before && !document.getElementById(before)) kept.write(file, (row.id = before))
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
  /** Removals that can still be undone, by their rows. */
  const removals = new Map()
  const bodyOf = (form) => new URLSearchParams({ remove: form.elements.remove.value, sure: 1 })
  const remove = async (form, row) => {
    removals.delete(row)
    row.querySelector('.undo').disabled = true
    for (let tries = 0; ; tries = Math.min(tries + 1, 5)) {
      const answer = await fetch(form.action, { method: 'POST', body: bodyOf(form), headers: { accept: 'application/json' } }).catch(() => undefined)
      if (answer?.ok) row.remove()
      else if (answer?.status === 422) tell(row, 'sent', (await answer.json()).text)
      else if (answer && answer.status < 500 && answer.status !== 429) return location.reload()
      else {
        tell(row, 'removed', navigator.onLine === false ? says.offline : says.waiting)
        await again(tries)
        continue
      }
      return show()
    }
  }
  list.addEventListener('submit', (event) => {
    event.preventDefault()
    const form = event.target
    const row = form.closest('.file')
    const undo = row.querySelector('.undo')
    const text = row.querySelector('small span').textContent
    const timer = setTimeout(() => remove(form, row), 8000)
    removals.set(row, form)
    tell(row, 'removed', says.removed)
    undo.disabled = false
    undo.onclick = () => {
      clearTimeout(timer)
      removals.delete(row)
      tell(row, 'sent', text)
      show()
      row.querySelector('[name=remove]').focus()
    }
    undo.focus()
    show()
  })
  addEventListener('pagehide', () => {
    for (const form of removals.values()) navigator.sendBeacon(form.action, bodyOf(form))
  })
  addEventListener('beforeunload', (event) => { if (active + waiting.length > 0) event.preventDefault() })
}
`
