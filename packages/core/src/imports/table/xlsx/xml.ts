import type { Readable } from 'node:stream'
import { Parser } from 'htmlparser2'
import { TableFault } from '../table.ts'

/** Deeper than any program writes it. */
const MAX_DEPTH = 64
const MAX_ATTRIBUTES = 100
/** In bytes, of one tag, text or comment: the parser holds it until it ends. */
const MAX_PIECE_LENGTH = 256 * 1024

interface XmlHandlers {
  /** @param attributes by their names, as they are written */
  open?(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Reads XML as it comes, and after each piece of it yields, so that what was seen can be handed on. Entities of its own are none.
 * @throws TableFault where it has what no workbook has, as soon as it has come
 */
export async function* walkXml(content: Readable, seen: XmlHandlers): AsyncIterable<void> {
  let unseen = 0
  const parser = boundedParser(seen, () => {
    unseen = 0
  })
  const decoder = new TextDecoder('utf-8')
  try {
    for await (const chunk of content) {
      unseen += chunk.length
      parser.write(decoder.decode(chunk, { stream: true }))
      if (unseen > MAX_PIECE_LENGTH) throw new TableFault('has an XML part that is too long')
      yield
    }
    parser.end(decoder.decode())
    yield
  } finally {
    content.destroy()
  }
}

function boundedParser({ open, text, close }: XmlHandlers, onEvent: () => void): Parser {
  let depth = 0
  let attributes = 0
  return new Parser(
    {
      onopentagname() {
        onEvent()
        attributes = 0
        depth++
        if (depth > MAX_DEPTH) throw new TableFault('has XML elements that are nested too deeply')
      },
      onattribute() {
        onEvent()
        attributes++
        if (attributes > MAX_ATTRIBUTES) throw new TableFault('has XML elements with too many attributes')
      },
      onopentag: (name, found) => open?.(localName(name), found),
      ontext(found) {
        onEvent()
        text?.(found)
      },
      onclosetag(name) {
        onEvent()
        depth--
        close?.(localName(name))
      },
      onprocessinginstruction(name) {
        if (name.toLowerCase() === '!doctype')
          throw new TableFault('has XML entity declarations, which are not allowed')
        onEvent()
      },
      oncomment: onEvent,
    },
    { xmlMode: true },
  )
}

/** Some programs name the same elements with a prefix. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Reads XML to its end. */
export async function readXml(content: Readable, seen: XmlHandlers): Promise<void> {
  for await (const _ of walkXml(content, seen));
}
