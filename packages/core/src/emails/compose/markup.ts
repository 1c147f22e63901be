const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escaped HTML. */
export interface Markup {
  readonly html: string
}

type Value = string | number | Markup | readonly Markup[]

/** A template of HTML that escapes values other than markup. */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return { html: parts.reduce((html, part, index) => `${html}${htmlOf(values[index - 1] ?? '')}${part}`) }
}

/** Markup from HTML of this program. */
export function trusted(html: string): Markup {
  return { html }
}

function htmlOf(value: Value): string {
  if (typeof value === 'object') return 'html' in value ? value.html : value.map(({ html }) => html).join('')
  return String(value).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
}
