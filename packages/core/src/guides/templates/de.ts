import { settingUp } from './de/setting-up.ts'
import { workingTogether } from './de/working-together.ts'
import type { Templates } from './template.ts'

export const de: Templates = { ...settingUp, ...workingTogether }
