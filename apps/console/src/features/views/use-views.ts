import type { ViewList } from '@handrail/core/contract'
import type { Data, Item } from '../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../api/use-operation.ts'
import { toasts } from '../../components/toast.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useQuietPeriod } from '../../workspace/use-quiet-period.ts'
import { useCan } from '../../workspace/workspace.ts'
import { inOrder } from './address.ts'

export type View = Item<'listViews'>

const PER_PAGE = 100

/** The views that the member sees, in order; requested after the content of the page. There are two pages of them at most. */
export function useViews(): View[] {
  const isQuiet = useQuietPeriod()
  const first = useOperation('listViews', { per_page: PER_PAGE }, { enabled: isQuiet }).data
  const hasMore = (first?.meta.total ?? 0) > PER_PAGE
  const second = useOperation('listViews', { per_page: PER_PAGE, page: 2 }, { enabled: hasMore }).data
  return inOrder([...(first?.data ?? []), ...(second?.data ?? [])])
}

/** Whether the member may change a view. */
export function useMayChange(): (view: Pick<View, 'is_shared'>) => boolean {
  const mayShare = useCan('enrollments:write')
  return ({ is_shared }) => mayShare || !is_shared
}

/** Deletes a view, and offers to undo that: then it is restored with its id. */
export function useDeleteView(): (view: View) => Promise<void> {
  const { t } = useI18n()
  const restore = useOperationMutation('restoreView')
  const remove = useOperationMutation('deleteView')
  return async (view) => {
    const { id, name } = view
    // Its menu goes with it: a callback of the menu would not be called.
    await remove.mutateAsync({ id })
    toasts.show(t('common.deleted', { name }), () => restore.mutateAsync({ id }))
  }
}

/** The views of a list, and after them those of another one that are shown with them. */
export function viewsOf(views: readonly View[], list: ViewList, beside?: ViewList): View[] {
  return [list, beside].flatMap((one) => views.filter((view) => view.list === one))
}

export type SavedView = Data<'createView'>
