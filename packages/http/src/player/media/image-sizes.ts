import { type Bound, operations } from '@handrail/core'
import { MAX_MEDIA_SIZES } from '@handrail/core/internal'

interface Size {
  width: number
  height: number
  /** Smaller versions, by their files. */
  variants: readonly { file: string; width: number }[]
}

/** How large the images of guides are, as far as anybody asked. What an address made of its content shows never changes. */
export interface ImageSizes {
  /** Undefined where it is not known yet, or there is no such image. @param file the last part of its address */
  of(file: string): Size | undefined
  /** Finds out what `of` could not tell. @returns whether more is known than before */
  learn(visitor: Bound): Promise<boolean>
}

const MAX_KNOWN = 10_000

export function createImageSizes(): ImageSizes {
  const known = new Map<string, Size>()
  let missed = new Set<string>()
  return {
    of(file) {
      const size = known.get(file)
      if (!size) missed.add(file)
      return size
    },
    async learn(visitor) {
      if (missed.size === 0) return false
      const files = [...missed].slice(0, MAX_MEDIA_SIZES)
      missed = new Set()
      const { data } = await visitor.invoke(operations.getMediaSizes, { files })
      if (known.size + data.length > MAX_KNOWN) known.clear()
      for (const { file, ...size } of data) known.set(file, size)
      return data.length > 0
    },
  }
}
