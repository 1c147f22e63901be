import type { ViewList } from '@handrail/core/contract'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useViews, viewsOf } from './use-views.ts'
import { ViewLink } from './view-link.tsx'
import { ViewMenu } from './view-menu.tsx'

interface AllViewsProps {
  list: ViewList
  /** Another list whose views are shown with them. */
  beside?: ViewList | undefined
  onClose(): void
}

/** All views of a list, to open and to manage. */
export function AllViews({ list, beside, onClose }: AllViewsProps) {
  const { t } = useI18n()
  const views = viewsOf(useViews(), list, beside)
  const groups = [
    ['views.shared_ones', views.filter(({ is_shared }) => is_shared)],
    ['views.private_ones', views.filter(({ is_shared }) => !is_shared)],
  ] as const
  return (
    <Dialog title={t('views.of_list', { list: t(`nav.${list}`) })} onClose={onClose}>
      <div className="body all-views">
        {groups.map(
          ([title, some]) =>
            some.length > 0 && (
              <section key={title} aria-label={t(title)}>
                <h3>{t(title)}</h3>
                {some.map((view) => (
                  <div key={view.id} className="row">
                    <ViewLink view={view} className="pop-item grow" onClick={onClose} />
                    <ViewMenu view={view} />
                  </div>
                ))}
              </section>
            ),
        )}
        {views.length === 0 && <p>{t('views.none')}</p>}
      </div>
    </Dialog>
  )
}
