import { z } from 'zod'

/** How a setting can be given. */
export interface Setting {
  environment: string
  /** In the notation of commander: `--port <number>`. Secrets have no flag: other users of the machine see command lines. */
  flag?: string
  /** The default in words, where it is not a plain value. */
  default?: string
}

/** How each setting can be given, by its schema. */
export const given = z.registry<Setting>()
