import type { ViewList } from '@handrail/core/contract'
import { type ComponentType, lazy, Suspense } from 'react'
import { useQuietPeriod } from '../../workspace/use-quiet-period.ts'

/** In place of what is not loaded, as without a connection. */
const nothing = () => ({ default: () => null })

interface LinksProps {
  to: string
  onClick?: (() => void) | undefined
  isTitled?: boolean | undefined
}

interface ToolsProps {
  list: ViewList
}

const ViewLinks = lazy<ComponentType<LinksProps>>(() =>
  import('./view-links.tsx').then(({ ViewLinks: Loaded }) => ({ default: Loaded }), nothing),
)
const ViewTools = lazy<ComponentType<ToolsProps>>(() =>
  import('./view-tools.tsx').then(({ ViewTools: Loaded }) => ({ default: Loaded }), nothing),
)

/** The views below an item of the navigation, loaded after the content of the page. */
export function LaterViewLinks(links: LinksProps) {
  const isQuiet = useQuietPeriod()
  return <Suspense>{isQuiet && <ViewLinks {...links} />}</Suspense>
}

/** The buttons for views beside the filters of a list, loaded after its rows. */
export function LaterViewTools({ list }: ToolsProps) {
  const isQuiet = useQuietPeriod()
  return <Suspense>{isQuiet && <ViewTools list={list} />}</Suspense>
}
