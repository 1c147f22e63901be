import { Parser } from 'htmlparser2'
import { type AppError, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'

/** The allowed elements: shapes and their colours. No scripts, style sheets, animations, links, foreign content or external references. */
const ELEMENTS = new Set(
  'svg g path rect circle ellipse line polyline polygon text tspan title desc defs linearGradient radialGradient stop clipPath mask'.split(
    ' ',
  ),
)
const ATTRIBUTES = new Set(
  `viewBox width height x y x1 y1 x2 y2 cx cy r rx ry fx fy d points transform id fill fill-rule fill-opacity stroke stroke-width
  stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity color clip-path
  clip-rule mask offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits
  preserveAspectRatio font-family font-size font-weight text-anchor dx dy href xlink:href`.split(/\s+/),
)
const MAX_DEPTH = 64
/** Far more than logos have. */
const MAX_ELEMENTS = 5000
/** Of one element: all that are allowed, with some of the namespaces of drawing programs. */
const MAX_ATTRIBUTES = 200
const MAX_STYLE_CHARACTERS = 10_000
/** Each is rendered separately, and nesting doubles the cost. */
const MAX_MASKED = 32
const MASKS = new Set(['mask', 'clipPath'])

/**
 * An SVG image reduced to the allowed elements and attributes, and serialised again, so that parsers cannot disagree
 * on it.
 * @returns undefined if it is not an SVG
 * @throws AppError `validation_error` on `content` if drawing it would take too much
 */
export function cleanSvg(source: string): string | undefined {
  if (!beginsAsSvg(source.replace(/^\ufeff/, ''))) return undefined
  let written = ''
  /** The open elements, and whether each was kept. */
  const open: { name: string; kept: boolean }[] = []
  let hidden = 0
  let masked = 0
  let elements = 0
  let attributesOfElement = 0
  const parser = new Parser(
    {
      onopentagname() {
        attributesOfElement = 0
      },
      onattribute(name, value) {
        if (++attributesOfElement > MAX_ATTRIBUTES)
          throw tooMuch(`more than ${MAX_ATTRIBUTES} attributes at an element`)
        if (name === 'style' && value.length > MAX_STYLE_CHARACTERS) throw tooMuch('a style that is too long')
      },
      onopentag(name, attributes) {
        if (open.length === MAX_DEPTH) throw tooMuch('elements that are nested too deeply')
        if (++elements > MAX_ELEMENTS) throw tooMuch(`more than ${MAX_ELEMENTS.toLocaleString('en')} elements`)
        const kept = ELEMENTS.has(name)
        const inside = open.some((one) => MASKS.has(one.name))
        open.push({ name, kept })
        if (!kept) hidden++
        if (hidden > 0) return
        const found = attributesOf(attributes)
        if (found.some(([attribute]) => attribute === 'mask' || attribute === 'clip-path')) {
          masked++
          if (inside) throw tooMuch('masks within masks')
          if (masked > MAX_MASKED) throw tooMuch(`more than ${MAX_MASKED} masked elements`)
        }
        written += `<${name}${name === 'svg' ? NAMESPACE : ''}${undoDataOf(found)}>`
      },
      ontext(text) {
        if (hidden === 0 && open.length > 0) written += escaped(text)
      },
      onclosetag(name) {
        if (hidden === 0) written += `</${name}>`
        if (open.pop()?.kept === false) hidden--
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(source)
  return written
}

function tooMuch(what: string): AppError {
  return validationError({ content: fieldError('too_large', `has ${what}: save it without them, or as a PNG`) })
}

/** The allowed content before the first element, by its delimiters; a document type must not contain declarations. */
const PROLOGUE = [
  ['<?xml', '>', ''],
  ['<!--', '-->', ''],
  ['<!DOCTYPE', '>', '['],
] as const

/** Whether the first element is `svg`: scans from the beginning, without backtracking. */
function beginsAsSvg(source: string): boolean {
  for (let at = 0; ; ) {
    while (source.charAt(at).trim() === '' && at < source.length) at++
    const found = PROLOGUE.find(([begin]) => source.startsWith(begin, at))
    if (!found) return source.startsWith('<svg', at) && /[\s>]/.test(source.charAt(at + 4))
    const [begin, end, without] = found
    const ends = source.indexOf(end, at + begin.length)
    if (ends < 0 || (without !== '' && source.slice(at, ends).includes(without))) return false
    at = ends + end.length
  }
}

const NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'

function attributesOf(attributes: Record<string, string>): [name: string, value: string][] {
  return Object.entries({ ...declarationsOf(attributes.style ?? ''), ...attributes }).filter(
    ([name, value]) => ATTRIBUTES.has(name) && isInside(name, value),
  )
}

function undoDataOf(attributes: readonly [name: string, value: string][]): string {
  return attributes.map(([name, value]) => ` ${name.replace('xlink:', '')}="${escaped(value)}"`).join('')
}

/** Parses `style="fill: red"`, which drawing programs write instead of attributes. */
function declarationsOf(style: string): Record<string, string> {
  const declarations = style.split(';').map((declaration) => declaration.split(':').map((part) => part.trim()))
  return Object.fromEntries(declarations.flatMap(([name, value]) => (name && value ? [[name, value]] : [])))
}

/** Whether a value has no external reference. */
function isInside(name: string, value: string): boolean {
  if (name.endsWith('href')) return /^#[\w-]+$/.test(value)
  return !/url\s*\(/i.test(value) || /^url\(\s*['"]?#[\w-]+['"]?\s*\)$/.test(value)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
