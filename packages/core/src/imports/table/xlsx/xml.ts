import type { Readable } from 'node:stream'
import { Parser } from 'htmlparser2'

interface Seen {
  /** @param attributes by their names, as they are written */
  open?(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

/** Reads XML as it comes, and after each piece of it yields, so that what was seen can be handed on. Entities of its own are none. */
export async function* walkXml(content: Readable, { open, text, close }: Seen): AsyncIterable<void> {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open?.(localName(name), attributes),
      ontext: (found) => text?.(found),
      onclosetag: (name) => close?.(localName(name)),
    },
    { xmlMode: true },
  )
  const decoder = new TextDecoder('utf-8')
  try {
    for await (const chunk of content) {
      parser.write(decoder.decode(chunk, { stream: true }))
      yield
    }
    parser.end(decoder.decode())
    yield
  } finally {
    content.destroy()
  }
}

/** Some programs name the same elements with a prefix. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Reads XML to its end. */
export async function readXml(content: Readable, seen: Seen): Promise<void> {
  for await (const _ of walkXml(content, seen));
}
