import { useContext } from 'react'
import { ChoiceField, Switch } from '../../../components/form/field.tsx'
import { LanguageContext } from '../../../i18n/choose-language.ts'
import { LANGUAGES, type Language, useI18n } from '../../../i18n/i18n.ts'
import { THEMES } from '../../../style/theme.ts'
import { useTheme } from '../../../style/use-theme.ts'
import { switchCharacterKeys, useCharacterKeys } from '../../../workspace/character-keys.ts'
import { Section } from './section.tsx'

/** The language, the theme and the keyboard shortcuts of this browser. */
export function Preferences() {
  const { t, language } = useI18n()
  const choose = useContext(LanguageContext)
  const [theme, chooseTheme] = useTheme()
  const hasCharacterKeys = useCharacterKeys()
  // The keys of an object are its languages.
  const languages = (Object.keys(LANGUAGES) as Language[]).map((one) => [one, LANGUAGES[one]] as const)
  return (
    <Section title={t('account.preferences')}>
      <ChoiceField label={t('frame.language')} value={language} options={languages} onChange={choose} />
      <ChoiceField
        label={t('frame.theme')}
        value={theme}
        options={THEMES.map((one) => [one, t(`frame.theme_${one}`)] as const)}
        onChange={chooseTheme}
      />
      <Switch
        label={t('account.character_keys')}
        hint={t('account.character_keys_text')}
        checked={hasCharacterKeys}
        onChange={switchCharacterKeys}
      />
    </Section>
  )
}
