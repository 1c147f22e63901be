import { Languages, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { useContext } from 'react'
import { LanguageContext } from '../../i18n/choose-language.ts'
import { LANGUAGES, type Language, useI18n } from '../../i18n/i18n.ts'
import { applyTheme, THEMES } from '../../style/theme.ts'
import type { PaletteItem } from '../../workspace/palette/palette-item.ts'
import { signOut } from '../sign-out.ts'

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const

/** Light or dark, the language, and signing out. */
export function useSessionCommands(): PaletteItem[] {
  const { t } = useI18n()
  const chooseLanguage = useContext(LanguageContext)
  return [
    ...THEMES.map((theme) => ({
      id: theme,
      text: t(`frame.theme_${theme}`),
      hint: t('frame.theme'),
      icon: THEME_ICONS[theme],
      run: () => applyTheme(theme),
    })),
    // The keys of an object are its languages.
    ...(Object.keys(LANGUAGES) as Language[]).map((language) => ({
      id: language,
      text: LANGUAGES[language],
      hint: t('frame.language'),
      icon: Languages,
      run: () => chooseLanguage(language),
    })),
    { id: 'sign_out', text: t('frame.sign_out'), icon: LogOut, run: signOut },
  ]
}
