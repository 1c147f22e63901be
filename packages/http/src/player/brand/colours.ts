/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
/** The grounds, sheets and words of the player's style, light and dark. */
const LIGHT = { ground: [245, 246, 244], sheet: WHITE, ink: [27, 36, 33], soft: [86, 99, 94] } as const
const DARK = { ground: [17, 23, 21], sheet: [26, 34, 32], ink: [232, 238, 235], soft: [163, 177, 171] } as const

/** The contrast of text on its background (WCAG 2.2, 1.4.3), with room for rounding. */
const I18N = 4.6

/**
 * The style sheet that a workspace's colour makes. The colour itself is kept for the hero; where it carries words or marks it is
 * darkened, or in the dark lightened, until they can be read.
 */
export function brandStyle(colour: string): string {
  return `:root{${declarations(lightTheme(rgbOf(colour)))}}
@media (prefers-color-scheme:dark){:root{${declarations(darkTheme(rgbOf(colour)))}}}
`
}

function lightTheme(colour: Rgb) {
  const tint = until(mixed(colour, LIGHT.sheet, 0.9), LIGHT.sheet, [LIGHT.ink, LIGHT.soft])
  const accent = until(colour, BLACK, [LIGHT.ground, LIGHT.sheet, tint])
  const ink = contrast(WHITE, colour) >= I18N ? WHITE : darkInkOn(colour)
  const isDark = ink === WHITE
  return {
    accent,
    'accent-deep': mixed(accent, BLACK, 0.22),
    'on-accent': WHITE,
    tint,
    'tint-2': until(mixed(colour, LIGHT.sheet, 0.78), LIGHT.sheet, [LIGHT.ink]),
    hero: colour,
    'hero-ink': ink,
    'hero-soft': until(mixed(ink, colour, 0.25), ink, [colour]),
    rail: isDark ? until(mixed(colour, WHITE, 0.55), WHITE, [colour], 3.2) : ink,
    'hero-track': mixed(ink, colour, 0.78),
    'hero-button': ink,
    'hero-on-button': isDark ? mixed(accent, BLACK, 0.22) : until(mixed(colour, WHITE, 0.4), WHITE, [ink]),
  }
}

function darkTheme(colour: Rgb) {
  const hero = mixed(colour, DARK.ground, 0.65)
  const tint = until(mixed(colour, DARK.sheet, 0.82), DARK.sheet, [DARK.ink, DARK.soft])
  const accent = until(mixed(colour, WHITE, 0.3), WHITE, [DARK.ground, DARK.sheet, tint, hero])
  const ink = until(mixed(WHITE, colour, 0.06), WHITE, [hero])
  return {
    accent,
    'accent-deep': mixed(accent, WHITE, 0.3),
    'on-accent': darkInkOn(accent),
    tint,
    'tint-2': until(mixed(colour, DARK.sheet, 0.7), DARK.sheet, [DARK.ink]),
    hero,
    'hero-ink': ink,
    'hero-soft': until(mixed(ink, hero, 0.3), ink, [hero]),
    rail: accent,
    'hero-track': mixed(WHITE, hero, 0.84),
    'hero-button': accent,
    'hero-on-button': darkInkOn(accent),
  }
}

function declarations(colours: Record<string, Rgb>): string {
  return Object.entries(colours)
    .map(([name, [red, green, blue]]) => `--${name}:rgb(${red} ${green} ${blue})`)
    .join(';')
}

/** A nearly black of the same tone, and black where that cannot be read. */
function darkInkOn(ground: Rgb): Rgb {
  return until(mixed(ground, BLACK, 0.85), BLACK, [ground])
}

/** A colour, moved towards another as little as it takes to be read on all the grounds. */
function until(from: Rgb, towards: Rgb, grounds: readonly Rgb[], least = I18N): Rgb {
  for (let part = 0; part < 1; part += 0.02) {
    const tried = mixed(from, towards, part)
    if (grounds.every((ground) => contrast(tried, ground) >= least)) return tried
  }
  return towards
}

/** @param part of the second colour, 0 to 1 */
function mixed(one: Rgb, other: Rgb, part: number): Rgb {
  const channel = (index: 0 | 1 | 2) => Math.round(one[index] * (1 - part) + other[index] * part)
  return [channel(0), channel(1), channel(2)]
}

/** WCAG 2.2, definition of contrast ratio. */
export function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function rgbOf(colour: string): Rgb {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
  return [red, green, blue]
}
