import { Parser } from 'htmlparser2'

/** Shapes, and what gives them colour. No script, no style sheet, no animation, no link, no foreign content, no reference out. */
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

/**
 * An SVG image with what is on the lists and nothing else, written anew: what the parser took for one thing, no browser can
 * take for another.
 * @returns undefined where it is no SVG
 */
export function cleanSvg(source: string): string | undefined {
  if (!/^\s*(?:<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^>[]*>\s*)*<svg[\s>]/.test(source.replace(/^\ufeff/, '')))
    return undefined
  let written = ''
  /** Whether each element that is open was kept. */
  const open: boolean[] = []
  const shown = () => open.every(Boolean)
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        open.push(ELEMENTS.has(name) && open.length < MAX_DEPTH)
        if (shown()) written += `<${name}${name === 'svg' ? NAMESPACE : ''}${attributesOf(attributes)}>`
      },
      ontext(text) {
        if (shown() && open.length > 0) written += escaped(text)
      },
      onclosetag(name) {
        if (shown()) written += `</${name}>`
        open.pop()
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(source)
  return written
}

const NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'

function attributesOf(attributes: Record<string, string>): string {
  return Object.entries({ ...declarationsOf(attributes.style ?? ''), ...attributes })
    .filter(([name, value]) => ATTRIBUTES.has(name) && isInside(name, value))
    .map(([name, value]) => ` ${name.replace('xlink:', '')}="${escaped(value)}"`)
    .join('')
}

/** Drawing programs write as `style="fill: red"` what may be an attribute. */
function declarationsOf(style: string): Record<string, string> {
  const declarations = style.split(';').map((declaration) => declaration.split(':').map((part) => part.trim()))
  return Object.fromEntries(declarations.flatMap(([name, value]) => (name && value ? [[name, value]] : [])))
}

/** Whether a value refers to nothing outside of the image. */
function isInside(name: string, value: string): boolean {
  if (name.endsWith('href')) return /^#[\w-]+$/.test(value)
  return !/url\s*\(/i.test(value) || /^url\(\s*['"]?#[\w-]+['"]?\s*\)$/.test(value)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
