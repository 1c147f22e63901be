import type { ProcessContext } from '../config.ts'
import type { SettingName, Settings } from '../settings/settings.ts'

/** The input and output of a command: results on stdout, everything else on stderr. */
export interface CommandIo {
  /** A line on stdout. */
  print(line: string): void
  /** A line on stderr. */
  say(line: string): void
  /** The next line of stdin; undefined at its end. */
  readLine(): Promise<string | undefined>
}

/** One call of a command. */
export interface Call extends ProcessContext {
  /** The server's address as it was given, if it was. */
  address: string | undefined
  settings: Settings
  /** Flags of the command alone, by attribute. */
  options: Readonly<Record<string, unknown>>
}

export interface CommandDefinition {
  name: string
  summary: string
  isDefault?: boolean
  /** Flags of this command alone, as commander writes them, with what they say. */
  options?: Readonly<Record<string, string>>
  examples: readonly string[]
  /** The settings that its help shows; all of them, where it says nothing. */
  settings?: readonly SettingName[]
  run(call: Call): Promise<void>
}
