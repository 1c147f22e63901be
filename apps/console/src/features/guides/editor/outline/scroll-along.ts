/** The distance from an edge, in pixels, at which scrolling begins. */
const NEAR = 40
const PIXELS_A_FRAME = 6

/** Scrolls a list, and the page, while a pointer is held near their edges. @returns a function that stops it */
export function scrollAlong(list: HTMLElement): () => void {
  let y: number | undefined
  let frame = 0
  const follow = (event: PointerEvent) => {
    y = event.clientY
  }
  const scroll = () => {
    frame = requestAnimationFrame(scroll)
    if (y === undefined) return
    const { top, bottom } = list.getBoundingClientRect()
    const by = directionFrom(y, Math.max(0, top), Math.min(window.innerHeight, bottom)) * PIXELS_A_FRAME
    list.scrollBy(0, by)
    if (directionFrom(y, 0, window.innerHeight) !== 0) window.scrollBy(0, by)
  }
  window.addEventListener('pointermove', follow)
  frame = requestAnimationFrame(scroll)
  return () => {
    cancelAnimationFrame(frame)
    window.removeEventListener('pointermove', follow)
  }
}

function directionFrom(y: number, top: number, bottom: number): -1 | 0 | 1 {
  if (y < top + NEAR) return -1
  return y > bottom - NEAR ? 1 : 0
}
