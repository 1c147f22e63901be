import { settingUp } from './en/setting-up.ts'
import { workingTogether } from './en/working-together.ts'
import type { Templates } from './template.ts'

export const en: Templates = { ...settingUp, ...workingTogether }
