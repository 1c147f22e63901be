// Reads images of others in a process of its own, which takes a bounded part of the machine and ends where one takes more.
import { setPriority } from 'node:os'
import type { Sharp, SharpOptions } from 'sharp'
import type { Answer, Done, Order } from './messages.ts'

/** More than any screen shows, of all frames of an image that moves; and of what is drawn for mail. */
const MAX_PIXELS = 50_000_000
const MAX_SVG_PIXELS = 4_200_000
const MAX_MEGABYTES = 1024
const LOOK_EVERY_MS = 50
/** Whoever answers requests comes first. */
const NICE = 10

/** What is read, whatever an image says it is: the library knows many formats more, and each is another way in. */
const READ = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Svg'].map((format) => `VipsForeignLoad${format}Buffer`)

// Whoever started it is gone: nobody is told how it ends.
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

/** What the library does, it does in threads of its own: meanwhile this one looks at what that costs. */
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
