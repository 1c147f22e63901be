import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../components/button.tsx'
import { Switch } from '../../../../components/form/field.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { newRole } from '../../draft/draft.ts'
import type { Editing } from '../saving/use-draft.ts'
import { NewRole, RoleRow } from './role-row.tsx'
import { Target } from './target.tsx'

const MAX_ROLES = 12

/** The roles of the customer's people, and whether they may invite colleagues. */
export function PeopleSettings({ editing }: { editing: Editing }) {
  const { t } = useI18n()
  const [isAdding, setAdding] = useState(false)
  const { draft, change } = editing
  const { roles } = draft
  const add = (name: string) => {
    setAdding(false)
    if (name !== '') change((before) => ({ ...before, roles: [...before.roles, newRole(name)] }))
  }
  return (
    <>
      <section className="card" aria-labelledby="roles">
        <header>
          <h3 id="roles">{t('guide_settings.people.roles')}</h3>
          <span className="soft grow">
            {t('guide_settings.people.roles_hint')} {t('guide_settings.people.count', { count: roles.length })}
          </span>
          <Button onClick={() => setAdding(true)} busy={isAdding || roles.length >= MAX_ROLES}>
            <Plus className="icon" aria-hidden />
            {t('guide_settings.people.add')}
          </Button>
        </header>
        <ul className="roles">
          {roles.map((role, at) => (
            <RoleRow key={role.id} role={role} at={at} editing={editing} />
          ))}
          {isAdding && <NewRole roles={roles} onEnd={add} />}
        </ul>
        {roles.length === 0 && !isAdding && <p className="soft pad all">{t('guide_settings.people.none')}</p>}
      </section>
      <section className="card">
        <div className="pad all">
          <Switch
            label={t('guide_settings.people.may_invite')}
            hint={t('guide_settings.people.may_invite_hint')}
            checked={draft.participants_may_invite}
            onChange={(participants_may_invite) => change((before) => ({ ...before, participants_may_invite }))}
          />
        </div>
      </section>
      <Target editing={editing} />
    </>
  )
}
