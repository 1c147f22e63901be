import type { Framed } from './hosts.ts'
import { plainHost } from './hosts.ts'

/** A film: of a service, in a frame; of this instance, as a file. */
export type Video = ({ kind: 'frame' } & Framed) | { kind: 'file'; src: string }

const ID = /^[\w-]{1,64}$/

/**
 * What a video step plays; undefined where the address is none of a service that is known, and it becomes a link. Of the
 * addresses that people copy, the frames are those which set no cookies before something is played.
 */
export function videoOf(address: string, publicUrl: string): Video | undefined {
  const url = new URL(address)
  const file = /^\/media\/[\w-]+\.(?:mp4|webm)$/.exec(
    address.startsWith(`${publicUrl}/`) ? address.slice(publicUrl.length) : '',
  )
  if (file) return { kind: 'file', src: url.pathname }
  const src = SERVICES.map((frameOf) => frameOf(url)).find((found) => found !== undefined)
  if (src === undefined) return undefined
  return { kind: 'frame', src, origin: new URL(src).origin, host: plainHost(address) }
}

/** The address of the frame, if the service is the one. */
type Service = (url: URL) => string | undefined

const SERVICES: readonly Service[] = [
  ({ hostname, pathname, searchParams }) => {
    const [, first = '', second = ''] = pathname.split('/')
    const isLong = /^(?:www\.|m\.)?youtube(?:-nocookie)?\.com$/.test(hostname)
    if (!isLong && hostname !== 'youtu.be') return undefined
    const id = !isLong ? first : first === 'watch' ? (searchParams.get('v') ?? '') : second
    return ID.test(id) ? `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0` : undefined
  },
  ({ hostname, pathname, searchParams }) => {
    if (!/^(?:www\.|player\.)?vimeo\.com$/.test(hostname)) return undefined
    const [, id, unlisted] = /^\/(?:video\/)?(\d{1,15})(?:\/(\w{1,64}))?\/?$/.exec(pathname) ?? []
    const hash = unlisted ?? searchParams.get('h') ?? ''
    const shown = `https://player.vimeo.com/video/${id}?dnt=1&autoplay=1`
    return id === undefined ? undefined : ID.test(hash) ? `${shown}&h=${hash}` : shown
  },
  ({ hostname, pathname }) => {
    const id = /^(?:www\.)?loom\.com$/.test(hostname) ? /^\/(?:share|embed)\/(\w{1,64})/.exec(pathname)?.[1] : undefined
    return id && `https://www.loom.com/embed/${id}?autoplay=1`
  },
  ({ hostname, pathname }) => {
    if (!/(?:^|\.)wistia\.(?:com|net)$/.test(hostname)) return undefined
    const id = /^\/(?:medias|embed\/iframe)\/(\w{1,64})/.exec(pathname)?.[1]
    return id && `https://fast.wistia.net/embed/iframe/${id}?autoPlay=true`
  },
]
