import { hasPlan } from '@handrail/core/contract'
import { useState } from 'react'
import type { Draft } from '../draft/draft.ts'
import type { Device } from './preview/preview.tsx'

export const SIDES = ['plan', 'preview'] as const
/** What is beside the text of a step: who does it by when, or the preview. */
export type Side = (typeof SIDES)[number]

/** What is shown beside the text, where there is room; otherwise it replaces the text. Undefined for nothing. */
export function useSide(draft: Draft) {
  const [side, setSide] = useState<Side | undefined>(() => {
    if (!window.matchMedia('(min-width: 75rem)').matches) return undefined
    return hasPlan(draft) ? 'plan' : 'preview'
  })
  const [device, setDevice] = useState<Device>('phone')
  const classes = ['editor', side && 'with-side', side === 'preview' && device].filter(Boolean).join(' ')
  return { side, onSide: setSide, device, onDevice: setDevice, classes }
}
