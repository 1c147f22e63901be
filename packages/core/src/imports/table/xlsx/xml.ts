import type { Readable } from 'node:stream'
import { Parser } from 'htmlparser2'
import { TableFault } from '../table.ts'

/** Deeper than any program writes it. */
const MAX_DEPTH = 64
const MAX_ATTRIBUTES = 100
/** In bytes, of one tag, text or comment: the parser buffers it until its end. */
const MAX_PIECE_LENGTH = 256 * 1024

interface XmlHandlers {
  /** @param attributes by their qualified names */
  open?(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Parses XML as it arrives, and yields after each chunk. Custom entities are not supported.
 * @throws TableFault for content that workbooks do not have, as soon as it arrives
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

/** Some programs use a prefix for the same elements. */
function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Reads XML to its end. */
export async function readXml(content: Readable, seen: XmlHandlers): Promise<void> {
  for await (const _ of walkXml(content, seen));
}
