/** The pages that are shown, below the overview. */
const SHOWN = /^(?:\/steps\/[\w-]+(?:\/record)?|\/answers|\/thanks)?$/

/** Keeps a frame among the pages that are shown: links to others, which do something or ask, lead nowhere. */
export function stayAmong(frame: HTMLIFrameElement, home: string): void {
  frame.contentDocument?.addEventListener('click', (event) => {
    // Of another window, whose elements are no instances of ours.
    const address = (event.target as Element | null)?.closest('a')?.getAttribute('href')
    if (address !== undefined && address !== null && !isShown(address, home)) event.preventDefault()
  })
}

/** @param address as it stands in the page: of the same page, or below the overview */
export function isShown(address: string, home: string): boolean {
  if (address.startsWith('#')) return true
  return address.startsWith(home) && SHOWN.test(address.slice(home.length).replace(/[?#].*/, ''))
}
