import type { I18n } from '../i18n/i18n.ts'

/** Who did something: "Claude for Robin" where an application or a key acted for a person, else the name of the person. */
export function byProgram({ t }: I18n, name: string, application: string | null | undefined): string {
  return application ? t('common.by_program', { application, name }) : name
}
