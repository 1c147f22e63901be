// Processes untrusted images in a separate process with bounded resources, which ends when it exceeds them.
import { setPriority } from 'node:os'
import type { Sharp, SharpOptions } from 'sharp'
import type { Answer, Done, Order } from './messages.ts'

/** More than any screen shows, over all frames of an image; also for images drawn for mail. */
const MAX_PIXELS = 50_000_000
const MAX_SVG_PIXELS = 4_200_000
const MAX_MEGABYTES = 1024
const LOOK_EVERY_MS = 50
/** Requests have priority over images. */
const NICE = 10

/** The allowed formats, regardless of the declared type: the library supports many more, each of which adds attack surface. */
const READ = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Svg'].map((format) => `VipsForeignLoad${format}Buffer`)

// The parent process has ended.
process.on('disconnect', () => process.exit())
process.on('message', (order: Order) => void answer(order).then((reply) => process.send?.(reply)))
setPriority(NICE)

async function answer(order: Order): Promise<Answer> {
  const library = await import('sharp').catch(() => undefined)
  if (!library) return { problem: 'unavailable' }
  const { default: sharp } = library
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: READ })
  sharp.concurrency(1)
  const open = (options: SharpOptions) => {
    const isSvg = order.content[0] === '<'.charCodeAt(0)
    const limitInputPixels = isSvg ? MAX_SVG_PIXELS : MAX_PIXELS
    return sharp(order.content, { limitInputPixels, failOn: 'error', ...options })
  }
  const watch = watchCost(order.seconds)
  try {
    return { done: await (order.what === 'rewrite' ? rewritten(open, order.longest) : drawn(open, order)) }
  } catch (error) {
    const isLarge = error instanceof Error && error.message.includes('pixel limit')
    return { problem: isLarge ? 'too_many_pixels' : 'unreadable' }
  } finally {
    clearInterval(watch)
  }
}

/** The library works in threads of its own, so this thread can watch their cost. */
function watchCost(seconds: number): NodeJS.Timeout {
  const began = process.cpuUsage()
  return setInterval(() => {
    const { user, system } = process.cpuUsage(began)
    const isTooMuch = user + system > seconds * 1e6 || process.memoryUsage.rss() > MAX_MEGABYTES * 1024 ** 2
    if (isTooMuch) process.send?.({ problem: 'took_too_much' } satisfies Answer, () => process.exit())
  }, LOOK_EVERY_MS)
}

type Open = (options: SharpOptions) => Sharp

async function rewritten(open: Open, longest: number): Promise<Done> {
  const image = open({ animated: true })
    .autoOrient()
    .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  return { content: data, width: info.width, height: info.pageHeight ?? info.height }
}

async function drawn(open: Open, { width, height }: { width: number; height: number }): Promise<Done> {
  const image = open({ page: 0 }).resize({ width, height, fit: 'inside' }).png()
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  return { content: data, width: info.width, height: info.height }
}
