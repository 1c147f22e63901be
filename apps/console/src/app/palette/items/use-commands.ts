import {
  BookPlus,
  Building2,
  Download,
  Languages,
  ListChecks,
  LogOut,
  Monitor,
  Moon,
  Route,
  Sun,
  Telescope,
  Upload,
  UserPlus,
} from 'lucide-react'
import { useContext } from 'react'
import { toasts } from '../../../components/toast.tsx'
import { useFirstStepsHidden } from '../../../features/overview/first/hidden.ts'
import { useSample } from '../../../features/overview/first/use-sample.ts'
import { LanguageContext } from '../../../i18n/choose-language.ts'
import { LANGUAGES, type Language, useI18n } from '../../../i18n/i18n.ts'
import { applyTheme, THEMES } from '../../../style/theme.ts'
import { useGo } from '../../../workspace/link.tsx'
import type { PaletteItem } from '../../../workspace/palette/palette-item.ts'
import { useWorkspace } from '../../../workspace/workspace.ts'
import { signOut } from '../../sign-out.ts'

const THEME_MARKS = { system: Monitor, light: Sun, dark: Moon } as const

/** What can be done from everywhere, as far as the role allows it. */
export function useCommands(): (PaletteItem | false)[] {
  const { t } = useI18n()
  const { rights } = useWorkspace()
  const speak = useContext(LanguageContext)
  const [isHidden, hide] = useFirstStepsHidden()
  const sample = useSample({ shown: false })
  const go = useGo()
  const imports = rights.has('imports:manage')
  const importing = (id: 'import_contacts' | 'import_organisations', resource: string): PaletteItem | false =>
    imports && { id, text: t(`palette.${id}`), mark: Upload, place: { to: '/imports', search: { resource } } }
  return [
    rights.has('contacts:write') && {
      id: 'contact',
      text: t('contacts.add'),
      mark: UserPlus,
      asks: { kind: 'contact' },
    },
    rights.has('organisations:write') && {
      id: 'organisation',
      text: t('organisations.add'),
      mark: Building2,
      asks: { kind: 'organisation' },
    },
    rights.has('guides:write') && { id: 'guide', text: t('guides.new'), mark: BookPlus, asks: { kind: 'guide' } },
    rights.has('enrollments:write') && {
      id: 'enroll',
      text: t('enroll.title'),
      mark: Route,
      asks: { kind: 'enroll' },
    },
    importing('import_contacts', 'contacts'),
    importing('import_organisations', 'organisations'),
    rights.has('exports:manage') && {
      id: 'export',
      text: t('palette.export_workspace'),
      mark: Download,
      place: { to: '/settings/export' },
    },
    rights.has('workspace:manage') && {
      id: 'sample',
      text: t(sample.own ? 'first.sample_open' : 'first.sample_add'),
      mark: Telescope,
      act() {
        if (!sample.own) toasts.show(t('first.sample_adding'))
        // What goes wrong is said at the edge of the page.
        void sample.open().catch(() => undefined)
      },
    },
    isHidden && {
      id: 'first_steps',
      text: t('first.show'),
      mark: ListChecks,
      act() {
        hide(false)
        go('/')
      },
    },
    ...THEMES.map((theme) => ({
      id: theme,
      text: t(`frame.theme_${theme}`),
      hint: t('frame.theme'),
      mark: THEME_MARKS[theme],
      act: () => applyTheme(theme),
    })),
    // The keys of an object are its languages.
    ...(Object.keys(LANGUAGES) as Language[]).map((language) => ({
      id: language,
      text: LANGUAGES[language],
      hint: t('frame.language'),
      mark: Languages,
      act: () => speak(language),
    })),
    { id: 'sign_out', text: t('frame.sign_out'), mark: LogOut, act: signOut },
  ]
}
