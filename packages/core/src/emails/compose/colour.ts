const WHITE = '#ffffff'
const BLACK = '#000000'
const STEPS = 20

function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}

/** Relative luminance (WCAG 2.2). */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colours, from 1 to 21 (WCAG 2.2). @param one as `#rrggbb`, the other too */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** White or black text, whichever has the higher contrast on a colour: always at least 4.5 to 1. */
export function inkOn(colour: string): string {
  return contrastOf(colour, WHITE) >= contrastOf(colour, BLACK) ? WHITE : BLACK
}

/** A colour, lightened until it has the given contrast on a background. */
export function lightenedOn(colour: string, ground: string, ratio: number): string {
  for (let step = 0; step <= STEPS; step++) {
    const lighter = mixed(colour, WHITE, step / STEPS)
    if (contrastOf(lighter, ground) >= ratio) return lighter
  }
  return WHITE
}

function mixed(colour: string, other: string, part: number): string {
  const to = channelsOf(other)
  const channels = channelsOf(colour).map((channel, at) => Math.round(channel + ((to[at] ?? 0) - channel) * part))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
