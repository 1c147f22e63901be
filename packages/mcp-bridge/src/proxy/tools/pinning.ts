import type { Pins } from '../../cache/pins.ts'
import type { Log } from '../../log/log.ts'
import type { Tool } from '../../protocol/tool.ts'

export interface PinningOptions {
  mode: 'strict' | 'warn' | 'off'
  pins: Pins
  log: Log
  /** The command that accepts the tools as they are. */
  accept: string
}

/** Tells of a tool that is another than when it was seen first. @returns why it is not to be called now */
export type CheckPin = (tool: Tool | undefined) => string | undefined

export function openPinning({ mode, pins, log, accept }: PinningOptions): CheckPin {
  return (tool) => {
    if (mode === 'off' || !tool || !pins.isChanged(tool)) return undefined
    const what = `The server has changed the tool ${tool.name} since it was first seen here.`
    log.say(what)
    if (mode === 'strict')
      return `${what} It is not used until the user has looked at it and accepts it with: ${accept}`
    pins.accept(tool)
    return `${what} Tell the user, and call again if it is to be used as it is now.`
  }
}
