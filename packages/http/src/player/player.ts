import type { Handrail } from '@handrail/core'
import { basePath } from '../pages/visit/redirect.ts'
import { createI18n } from './i18n/i18n.ts'
import { createLimits } from './limits.ts'
import { createMarkdown } from './markdown/markdown.ts'
import { createImageSizes } from './media/image-sizes.ts'
import { enterByLink, type Player } from './visit.ts'

/** The context shared by the pages of the player and the preview. */
export function createPlayer(handrail: Handrail): Player {
  const base = basePath(handrail.settings)
  const sizes = createImageSizes()
  return {
    handrail,
    base,
    i18nOf: createI18n(),
    markdown: createMarkdown({ publicUrl: handrail.settings.publicUrl, base, sizes }),
    sizes,
    limits: createLimits(handrail.rateLimiter),
    enter: enterByLink,
  }
}
