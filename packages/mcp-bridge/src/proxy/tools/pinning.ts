import type { Pins } from '../../cache/pins.ts'
import type { JsonObject } from '../../json.ts'
import type { Log } from '../../log/log.ts'
import type { Tool } from '../../protocol/tool.ts'
import { differenceOf, placesIn } from './difference.ts'

export interface PinningOptions {
  mode: 'strict' | 'warn' | 'off'
  pins: Pins
  log: Pick<Log, 'say'>
  /** The command that shows what is different, and accepts the tools as they are. */
  accept: string
}

/** Watches over how tools look, between their list and their call. */
export interface Pinning {
  /** Told of the tools whenever the server has listed them. */
  seen(tools: readonly JsonObject[]): void
  /** Whether the host may see a tool. */
  isShown(tool: Tool): boolean
  /** Tells of a tool that is another than when it was seen first. @returns why it is not to be called now */
  check(tool: Tool | undefined): string | undefined
}

export function openPinning({ mode, pins, log, accept }: PinningOptions): Pinning {
  if (mode === 'off') return { seen: () => undefined, isShown: () => true, check: () => undefined }
  /** Reported changes, so that each is reported once. */
  const told = new Set<string>()

  function say(tool: Tool, change: 'changed' | 'new') {
    const lines = [...differenceOf(pins.previous(tool.name), tool)]
    const text = [sentenceOn(tool, change), ...lines].join('\n')
    if (told.has(text)) return
    told.add(text)
    log.say(text)
  }

  return {
    seen(tools) {
      pins.see(tools, mode === 'warn')
      if (mode !== 'strict') return
      const named = tools.filter((tool): tool is Tool => typeof tool.name === 'string')
      const withheld = named.filter((tool) => pins.compare(tool) !== undefined)
      for (const tool of withheld) say(tool, pins.compare(tool) ?? 'changed')
      if (withheld.length > 0) log.say(`Changed and new tools are withheld until you accept them: ${accept}`)
    },
    isShown: (tool) => mode === 'warn' || pins.compare(tool) === undefined,
    check(tool) {
      const change = tool && pins.compare(tool)
      if (!change) return undefined
      say(tool, change)
      // What is different is told by its place alone: its words may be there to lure a model.
      const where = placesIn(pins.previous(tool.name), tool)
      const what = `${sentenceOn(tool, change)}${where.length > 0 ? ` Different: ${where.join(', ')}.` : ''}`
      if (mode === 'strict')
        return `${what} It is not used until the user has looked at it and accepts it with: ${accept}`
      pins.accept(tool)
      return `${what} Tell the user, and call again if it is to be used as it is now.`
    },
  }
}

function sentenceOn({ name }: Tool, change: 'changed' | 'new'): string {
  if (change === 'new') return `The server has added the tool ${name} since its tools were first seen here.`
  return `The server has changed the tool ${name} since it was first seen here.`
}
