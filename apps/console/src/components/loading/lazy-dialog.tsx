import type { ComponentType } from 'react'
import { loadTexts } from '../../i18n/i18n.ts'
import type { TextPart } from '../../i18n/parts.ts'
import { LoadingDialog } from './loading-dialog.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { createPart, type Part, usePart } from './part.ts'

export interface ClosedProps {
  onClose(): void
}

/** A dialog that is loaded when it is opened, and the parts of the texts that it has. */
export function lazyDialog<K extends string, P extends ClosedProps>(
  load: () => Promise<Record<K, ComponentType<P>>>,
  name: K,
  ...parts: TextPart[]
): ComponentType<P> {
  const loadAll = async () => {
    const [module] = await Promise.all([load(), ...parts.map(loadTexts)])
    return module
  }
  return dialogOf(createPart(loadAll), (module) => module[name])
}

/** The same for one component of a part. Without a connection, a message is shown in place of the dialog. */
export function dialogOf<M, P extends ClosedProps>(
  part: Part<M>,
  choose: (module: M) => ComponentType<P>,
): ComponentType<P> {
  return function LazyDialog(props: P) {
    const state = usePart(part, true)
    if (state.is === 'failed') return <NotLoaded retry={part.load} onClose={props.onClose} />
    if (state.is !== 'loaded') return <LoadingDialog onClose={props.onClose} />
    const Loaded = choose(state.module)
    return <Loaded {...props} />
  }
}
