/** Shows another page in a frame without loading it. @param isSame whether it is the same page, which keeps its scroll position */
export function putPage(inner: Document, html: string, isSame: boolean): void {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const top = isSame ? (inner.scrollingElement?.scrollTop ?? 0) : 0
  inner.title = page.title
  inner.documentElement.lang = page.documentElement.lang
  inner.body.replaceWith(inner.adoptNode(page.body))
  inner.scrollingElement?.scrollTo(0, top)
}

interface ContactActions {
  /** @param path below the page of the guide */
  onLink(path: string): void
  /** A form was sent that does a step. */
  onDone(): void
}

/** Handles links and forms in a frame: they navigate in the preview and send nothing. */
export function followActs(inner: Document, home: string, { onLink, onDone }: ContactActions): void {
  inner.addEventListener('click', (event) => {
    const address = elementOf(event)?.closest('a')?.getAttribute('href')
    if (!address?.startsWith(home) || address.includes('?show=1')) return
    event.preventDefault()
    onLink(address.slice(home.length).replace(/[?#].*/, ''))
  })
  inner.addEventListener('submit', (event) => {
    event.preventDefault()
    const form = elementOf(event)
    if (form?.hasAttribute('data-tick')) tick(inner, form)
    else if (form?.hasAttribute('data-once') && !form.closest('.stuck')) onDone()
  })
}

/** Ticks an item, like the script of the player. */
function tick(inner: Document, form: Element): void {
  const button = form.querySelector('button')
  button?.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'))
  const isAll = inner.querySelector('.tick[aria-pressed="false"]') === null
  inner.querySelector('[data-ticks]')?.setAttribute('data-ticks', isAll ? 'all' : 'open')
}

function elementOf({ target }: Event): Element | null {
  // Of another window, whose elements are no instances of ours.
  return target as Element | null
}
