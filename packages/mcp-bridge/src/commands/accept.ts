import { openPins } from '../cache/pins.ts'
import type { CommandIo } from './command.ts'

/** Takes the tools of a server as they are: what `--pin` saw before is forgotten. */
export function accept(options: { folder: string; resource: URL; profile: string }, io: CommandIo): void {
  openPins({ folder: options.folder, url: options.resource, profile: options.profile }).forget()
  io.say(`The tools of ${options.resource.host} are accepted as they are.`)
}
