import { HeadlessMantineProvider, Modal as LibraryModal } from '@mantine/core'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.ts'

export interface ModalProps {
  title: string
  broad?: boolean
  /** Whether it is beside the navigation, as high as the window. */
  side?: boolean
  /** Whether it is at the right edge, as high as the window; on a phone, the whole of it. */
  panel?: boolean
  /** Content at the top in place of the title, which then only screen readers read. */
  head?: ReactNode
  /** Whether only its own button closes it. */
  persistent?: boolean
  onClose(): void
  children: ReactNode
}

/** A modal dialog. The focus stays in it, and Escape closes it. */
export function Modal({ title, broad, side, panel, head, persistent = false, onClose, children }: ModalProps) {
  const { t } = useI18n()
  return (
    <HeadlessMantineProvider>
      {/* Locking the page's scrolling would take an inline style sheet, which the policy forbids. */}
      <LibraryModal.Root
        opened
        onClose={onClose}
        lockScroll={false}
        closeOnEscape={!persistent}
        closeOnClickOutside={!persistent}
        transitionProps={{ duration: 0 }}
        classNames={{ inner: 'dialog-place', content: classesOf({ broad, side, panel }) }}
      >
        <LibraryModal.Overlay className="scrim" />
        <LibraryModal.Content>
          <div className={head ? 'dialog-head with-field' : 'dialog-head'}>
            <LibraryModal.Title className={head ? 'unseen' : ''}>{title}</LibraryModal.Title>
            {head}
            {!persistent && (
              <button type="button" className="btn bare sq" aria-label={t('common.close')} onClick={onClose}>
                <X className="icon" aria-hidden />
              </button>
            )}
          </div>
          {children}
        </LibraryModal.Content>
      </LibraryModal.Root>
    </HeadlessMantineProvider>
  )
}

function classesOf({ broad, side, panel }: Record<'broad' | 'side' | 'panel', boolean | undefined>): string {
  return ['dialog', broad && 'broad', side && 'side', panel && 'panel'].filter(Boolean).join(' ')
}
