import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'

interface NoticeProps {
  kind: 'info' | 'bad' | 'warn' | 'good'
  children: ComponentChildren
}

/** A message about the whole, or about what was just done. */
export function Notice({ kind, children }: NoticeProps) {
  return (
    <div className={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      <Icon name={kind === 'good' ? 'done' : kind === 'info' ? 'info' : 'late'} />
      <span className="words">{children}</span>
    </div>
  )
}
