import type { Framed } from './hosts.ts'
import { plainHost } from './hosts.ts'

/** A film: of a service, in a frame; of this instance, as a file. */
export type Video = ({ kind: 'frame' } & Framed) | { kind: 'file'; src: string }

const FILE = /^\/media\/[\w-]+\.(\w+)$/

/** The path of something that was uploaded here, of one of some endings; undefined for other addresses. */
function uploaded(address: string, publicUrl: string, endings: readonly string[]): string | undefined {
  const path = address.startsWith(`${publicUrl}/`) ? address.slice(publicUrl.length) : ''
  return endings.includes(FILE.exec(path)?.[1] ?? '') ? new URL(address).pathname : undefined
}

/** Where the captions of a video lie: they are shown from here alone, as browsers want it. */
export function captionsOf(address: string, publicUrl: string): string | undefined {
  return uploaded(address, publicUrl, ['vtt'])
}

const ID = /^[\w-]{1,64}$/

/**
 * The player of a video step; undefined for the address of an unknown service, which becomes a link. Frames use
 * addresses that set no cookies before playback. /
 */
export function videoOf(address: string, publicUrl: string): Video | undefined {
  const url = new URL(address)
  const file = uploaded(address, publicUrl, ['mp4', 'webm'])
  if (file !== undefined) return { kind: 'file', src: file }
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
