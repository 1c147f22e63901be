import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { TextField } from '../../../../components/form/field.tsx'
import { ActionMenu } from '../../../../components/menu.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { type Draft, type Role, withoutRole, withRole } from '../../draft/draft.ts'
import type { Editing } from '../saving/use-draft.ts'

const MAX_NAME = 100
const MAX_DESCRIPTION = 1000

/** A role: its name, the text for customers, and the number of its steps. A name that cannot be saved stays in the field alone. */
export function RoleRow({ role, at, editing }: { role: Role; at: number; editing: Editing }) {
  const { t } = useI18n()
  const { draft, change } = editing
  const [typed, setTyped] = useState<string>()
  const steps = draft.sections.flatMap((section) => section.steps).filter(({ responsible }) => responsible === role.id)
  const wrong = useNameFault(draft.roles, typed, role.id)
  const rename = (name: string) => {
    const isFree = nameFault(draft.roles, name, role.id) === undefined
    setTyped(isFree ? undefined : name)
    if (isFree) change((before) => withRole(before, role.id, { name }))
  }
  const move = (by: number) => change((before) => moved(before, role.id, by))
  return (
    <li className="role">
      <TextField
        label={t('guide_settings.people.role')}
        value={typed ?? role.name}
        wrong={wrong}
        maxLength={MAX_NAME}
        onChange={rename}
        onBlur={() => setTyped(undefined)}
      />
      <TextField
        label={t('guide_settings.people.customers_read')}
        value={role.description}
        maxLength={MAX_DESCRIPTION}
        onChange={(description) => change((before) => withRole(before, role.id, { description }))}
      />
      <span className="soft">{t('guide_settings.people.steps', { count: steps.length })}</span>
      <ActionMenu
        of={role.name}
        actions={[
          at > 0 && { icon: ArrowUp, text: t('editor.move_up'), run: () => move(-1) },
          at < draft.roles.length - 1 && { icon: ArrowDown, text: t('editor.move_down'), run: () => move(1) },
          {
            icon: Trash2,
            text:
              steps.length > 0 ? t('guide_settings.people.delete_used', { count: steps.length }) : t('common.delete'),
            danger: true,
            run: () => change((before) => withoutRole(before, role.id)),
          },
        ]}
      />
    </li>
  )
}

/** The row of a role without a name, which is not saved. */
export function NewRole({ roles, onEnd }: { roles: readonly Role[]; onEnd(name: string): void }) {
  const { t } = useI18n()
  const [name, setName] = useState('')
  const wrong = useNameFault(roles, name === '' ? undefined : name)
  const end = () => onEnd(nameFault(roles, name) === undefined ? name.trim() : '')
  return (
    <li className="role">
      <TextField
        label={t('guide_settings.people.role')}
        value={name}
        wrong={wrong}
        maxLength={MAX_NAME}
        autoFocus
        onChange={setName}
        onBlur={end}
        onKeyDown={({ key }) => {
          if (key === 'Enter' && wrong === undefined) end()
          if (key === 'Escape') onEnd('')
        }}
      />
    </li>
  )
}

type NameFault = 'role_empty' | 'role_taken'

/** Why a name cannot be saved; undefined if it can. */
function nameFault(roles: readonly Role[], name: string, own?: string): NameFault | undefined {
  const folded = name.trim().toLowerCase()
  if (folded === '') return 'role_empty'
  const isTaken = roles.some((role) => role.id !== own && role.name.trim().toLowerCase() === folded)
  return isTaken ? 'role_taken' : undefined
}

function useNameFault(roles: readonly Role[], name: string | undefined, own?: string): string | undefined {
  const { t } = useI18n()
  const fault = name === undefined ? undefined : nameFault(roles, name, own)
  return fault && t(`guide_settings.people.${fault}`)
}

function moved(draft: Draft, id: string, by: number): Draft {
  const at = draft.roles.findIndex((role) => role.id === id)
  const role = draft.roles[at]
  if (!role) return draft
  return { ...draft, roles: draft.roles.toSpliced(at, 1).toSpliced(at + by, 0, role) }
}
