const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** HTML that is safe as it is. */
export interface Markup {
  readonly html: string
}

type Value = string | number | Markup | readonly Markup[]

/** HTML with values that are escaped, but for markup. */
export function markup(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return { html: parts.reduce((html, part, index) => `${html}${htmlOf(values[index - 1] ?? '')}${part}`) }
}

/** HTML that this program wrote. */
export function trusted(html: string): Markup {
  return { html }
}

function htmlOf(value: Value): string {
  if (typeof value === 'object') return 'html' in value ? value.html : value.map(({ html }) => html).join('')
  return String(value).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
}
