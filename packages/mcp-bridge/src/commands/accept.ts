import { openCache } from '../cache/cache.ts'
import { openPins } from '../cache/pins.ts'
import { differenceOf } from '../proxy/tools/difference.ts'
import type { CommandIo } from './command.ts'

/** Takes the tools of a server as it last listed them, and shows what is different from what was accepted before. */
export function accept(options: { folder: string; resource: URL; profile: string }, io: CommandIo): void {
  const { folder, resource: url, profile } = options
  const pins = openPins({ folder, url, profile })
  const listed = openCache({ folder, url, profile }).list('tools')?.items
  // Without a list, what comes next is pinned.
  if (!listed) pins.forget()
  else {
    for (const tool of listed) {
      const name = String(tool.name)
      const change = pins.compare({ ...tool, name })
      if (change) io.say(`${change === 'new' ? 'New' : 'Changed'}: ${name}`)
      if (change) for (const line of differenceOf(pins.previous(name), tool)) io.say(line)
    }
    const names = new Set(listed.map(({ name }) => name))
    for (const gone of pins.names().filter((name) => !names.has(name))) io.say(`Gone: ${gone}`)
    pins.acceptAll(listed)
  }
  io.say(
    `The tools of ${url.host} are accepted as they are. Applications show those that were withheld after a restart.`,
  )
}
