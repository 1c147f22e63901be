/** Somebody who can be mentioned. */
export interface Mentionable {
  id: string
  name: string
}

/** The part of a text that is an unfinished mention: from its `@` to the caret. */
export interface MentionQuery {
  from: number
  query: string
}

/** Maximum length of a name that is being typed. */
const MAX_QUERY = 40

/** The mention that is being typed before the caret; undefined for none. */
export function mentionAt(text: string, caret: number): MentionQuery | undefined {
  const from = text.lastIndexOf('@', caret - 1)
  if (from < 0 || (from > 0 && !/\s/.test(text.charAt(from - 1)))) return undefined
  const query = text.slice(from + 1, caret)
  return query.length > MAX_QUERY || query.includes('\n') ? undefined : { from, query }
}

/** Those whose name begins, in one of its words, with what is typed. */
export function suggestedFor(members: readonly Mentionable[], query: string): Mentionable[] {
  const typed = query.toLocaleLowerCase()
  return members.filter(({ name }) => {
    const known = name.toLocaleLowerCase()
    return known.startsWith(typed) || known.split(/\s+/).some((word) => word.startsWith(typed))
  })
}

/** The text with a mention in place of what was typed, and where the caret is then. */
export function withMention(text: string, { from, query }: MentionQuery, { name }: Mentionable) {
  const before = `${text.slice(0, from)}@${name} `
  return { text: before + text.slice(from + 1 + query.length).trimStart(), caret: before.length }
}

/** A text in parts: `@` with a name, and what is between. */
export function partsOf(text: string, members: readonly Mentionable[]): { text: string; member?: Mentionable }[] {
  // The longest name first: "Robin Hale" is not "Robin".
  const named = members.filter(({ name }) => name !== '').toSorted((a, b) => b.name.length - a.name.length)
  const parts: { text: string; member?: Mentionable }[] = []
  let plain = ''
  for (let at = 0; at < text.length; ) {
    const member = text[at] === '@' ? named.find(({ name }) => isNameAt(text, at + 1, name)) : undefined
    const length = member ? member.name.length + 1 : 1
    const part = text.slice(at, at + length)
    if (member) {
      if (plain) parts.push({ text: plain })
      parts.push({ text: part, member })
      plain = ''
    } else plain += part
    at += length
  }
  return plain ? [...parts, { text: plain }] : parts
}

function isNameAt(text: string, at: number, name: string): boolean {
  const next = text.charAt(at + name.length)
  return text.startsWith(name, at) && !/[\p{L}\p{N}]/u.test(next)
}

/** The ids of those whom a text mentions. */
export function mentionedIn(text: string, members: readonly Mentionable[]): string[] {
  const names = new Set(partsOf(text, members).flatMap(({ member }) => member?.name ?? []))
  return members.filter(({ name }) => names.has(name)).map(({ id }) => id)
}
