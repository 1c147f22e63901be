import { ArrowRight, BookOpen, BookPlus, CopyPlus, History, Rocket, Route } from 'lucide-react'
import type { Item } from '../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../api/use-operation.ts'
import { lazyDialog } from '../../components/loading/lazy-dialog.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useGo } from '../../workspace/link.tsx'
import { matchingItems } from '../../workspace/palette/matching-items.ts'
import {
  MAX_MATCHES,
  type OptionalItem,
  type PaletteItem,
  type PaletteMatches,
  type PaletteRecord,
} from '../../workspace/palette/palette-item.ts'
import { useCan } from '../../workspace/workspace.ts'

const NewGuideDialog = lazyDialog(() => import('./new/new-guide.tsx'), 'NewGuideDialog')
const EnrollDialog = lazyDialog(() => import('../enrollments/enroll/enroll.tsx'), 'EnrollDialog')

/** The number of guides that are searched. */
const SEARCHED = 100

export function useGuideCommands(): OptionalItem[] {
  const { t } = useI18n()
  const canWrite = useCan('guides:write')
  return [
    canWrite && {
      id: 'guide',
      text: t('guides.new'),
      icon: BookPlus,
      dialog: (onClose) => <NewGuideDialog onClose={onClose} />,
    },
  ]
}

export function useGuideMatches(query: string): PaletteMatches {
  const { t } = useI18n()
  const enabled = query !== ''
  const { data, isLoading, error } = useOperation('listAllGuides', { per_page: SEARCHED }, { enabled })
  const items = enabled ? matchingItems((data?.data ?? []).map(guideItem), query).slice(0, MAX_MATCHES) : []
  return { group: { title: t('palette.guides'), items }, isLoading, error: data ? null : error }
}

function guideItem(guide: Item<'listAllGuides'>): PaletteItem {
  const { id, title } = guide
  return {
    id,
    text: title,
    icon: BookOpen,
    target: { to: `/guides/${id}` },
    record: { kind: 'guide', name: title, guide },
  }
}

export function useGuideActions(record: PaletteRecord | undefined): OptionalItem[] {
  const { t } = useI18n()
  const chosen = record?.kind === 'guide' ? record.guide : undefined
  // The current one: it may have been changed or published since it was found.
  const guides = useOperation('listAllGuides', { per_page: SEARCHED }, { enabled: chosen !== undefined })
  const guide = guides.data?.data.find(({ id }) => id === chosen?.id) ?? chosen
  const canWrite = useCan('guides:write')
  const canEnroll = useCan('enrollments:write')
  const go = useGo()
  const duplicate = useOperationMutation('duplicateGuide', { onSuccess: ({ data }) => go(`/guides/${data.id}`) })
  if (!guide) return []
  const { id, title, status, has_changes } = guide
  const isPublished = status === 'published'
  const copyTitle = t('guides.copy_of', { title }).slice(0, 255)
  return [
    { id: 'open', text: t('palette.open_it'), icon: ArrowRight, target: { to: `/guides/${id}` } },
    canWrite &&
      (!isPublished || has_changes) && {
        id: 'publish',
        text: t(isPublished ? 'editor.publish_changes' : 'editor.publish'),
        icon: Rocket,
        target: { to: `/guides/${id}`, search: { ask: 'publish' } },
      },
    canEnroll &&
      isPublished && {
        id: 'enroll',
        text: t('enroll.title'),
        icon: Route,
        dialog: (onClose) => <EnrollDialog guide_id={id} onClose={onClose} />,
      },
    {
      id: 'enrollments',
      text: t('nav.enrollments'),
      icon: Route,
      target: { to: '/enrollments', search: { guide: id } },
    },
    status !== 'draft' && {
      id: 'history',
      text: t('versions.open'),
      icon: History,
      target: { to: `/guides/${id}/versions` },
    },
    canWrite && {
      id: 'duplicate',
      text: t('guides.duplicate'),
      icon: CopyPlus,
      run: () => duplicate.mutate({ id, title: copyTitle }),
    },
  ]
}
