import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { NotLoaded } from './not-loaded.tsx'

/** A dialog that is loaded when it is opened. Without a connection, a dialog that explains that opens in its place. */
export function lazyDialog<K extends string, P extends { onClose(): void }>(
  load: () => Promise<Record<K, ComponentType<P>>>,
  name: K,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(() =>
    load().then(
      (module) => ({ default: module[name] }),
      () => ({ default: NotLoaded }),
    ),
  )
}
