import type { I18n } from './i18n/i18n.ts'
import type { IconName } from './layout/icons.tsx'
import type { Step } from './visit.ts'

const ICONS: Record<Step['type'], IconName> = {
  simple_content: 'book',
  video: 'play',
  embed: 'app',
  checklist: 'list',
  form: 'pencil',
  file_upload: 'upload',
  link: 'link',
  approval: 'pencil',
}

export function iconOf({ type }: Step): IconName {
  return ICONS[type]
}

/** `Read, 3 minutes`, or short `Read, 3 min`. */
export function aboutStep(step: Step, { t }: I18n, isShort = false): string {
  const { type, estimated_minutes: count, required } = step
  const time = count === null ? [] : [isShort ? t('min', { count }) : t('minutes', { count })]
  return [t(`kind_${type}`), ...time, ...(required ? [] : [t('optional')])].join(', ')
}
