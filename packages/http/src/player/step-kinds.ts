import type { IconName } from './layout/icons.tsx'
import type { Step } from './visit.ts'
import type { Words } from './words/words.ts'

const ICONS: Record<Step['type'], IconName> = {
  simple_content: 'book',
  video: 'play',
  embed: 'app',
  checklist: 'list',
  form: 'pencil',
  file_upload: 'upload',
  link: 'link',
}

export function iconOf({ type }: Step): IconName {
  return ICONS[type]
}

/** `Read, 3 minutes`, or short `Read, 3 min`. */
export function aboutStep(step: Step, { say }: Words, isShort = false): string {
  const { type, estimated_minutes: count, required } = step
  const time = count === null ? [] : [isShort ? say('min', { count }) : say('minutes', { count })]
  return [say(`kind_${type}`), ...time, ...(required ? [] : [say('optional')])].join(', ')
}
