import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { Data } from '../../../../api/operations.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { Avatar } from '../../../../components/avatar.tsx'
import { Button } from '../../../../components/button.tsx'
import { contactName } from '../../../../components/contact-name.ts'
import { QueryView } from '../../../../components/query-view.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { useCan } from '../../../../workspace/workspace.ts'
import { AddParticipant } from './add-participant.tsx'
import { LastActive } from './last-active.tsx'
import { ParticipantRow } from './participant-row.tsx'
import { type Role, useRoles } from './use-roles.ts'
import './people.css'

type Enrollment = Data<'getEnrollment'>

/** Who takes part in an enrollment, and the roles that nobody has. Not there where one contact is alone with a guide without roles. */
export function People({ enrollment }: { enrollment: Enrollment }) {
  const roles = useRoles(enrollment)
  if (roles.length === 0 && enrollment.participants_count === 0) return null
  return <PeopleCard enrollment={enrollment} roles={roles} />
}

function PeopleCard({ enrollment, roles }: { enrollment: Enrollment; roles: readonly Role[] }) {
  const { t } = useI18n()
  const may = useCan('enrollments:write') && (enrollment.status === 'invited' || enrollment.status === 'in_progress')
  const query = useOperation('listParticipants', { id: enrollment.id, per_page: 100 })
  /** The role that the new participant is to have; null for none. */
  const [adding, setAdding] = useState<string | null>()
  const name = contactName(enrollment.contact)
  return (
    <section className="card people" aria-labelledby="people">
      <header>
        <h2 id="people">{t('people.title')}</h2>
        {may && (
          <Button look="bare" onClick={() => setAdding(null)}>
            <UserPlus className="icon" aria-hidden />
            {t('people.add')}
          </Button>
        )}
      </header>
      <QueryView query={query}>
        {({ data }) => (
          <ul className="rows">
            <li>
              <Avatar name={name} />
              <div className="grow">
                {name}
                <small>{t('people.primary')}</small>
              </div>
              {data.length === 0 && <LastActive at={enrollment.last_activity_at} />}
            </li>
            {data.toReversed().map((participant) => (
              <ParticipantRow
                key={participant.id}
                participant={participant}
                participants={data}
                enrollment={enrollment}
                roles={roles}
                may={may}
              />
            ))}
            {roles
              .filter(({ id }) => !data.some(({ role_id }) => role_id === id))
              .map((role) => (
                <li key={role.id}>
                  <span className="unfilled" aria-hidden />
                  <div className="grow">
                    {role.name}
                    <small>{t('people.nobody', { name: enrollment.contact.first_name || name })}</small>
                  </div>
                  {may && (
                    <Button
                      look="bare"
                      aria-label={t('people.fill_role', { role: role.name })}
                      onClick={() => setAdding(role.id)}
                    >
                      {t('people.fill')}
                    </Button>
                  )}
                </li>
              ))}
          </ul>
        )}
      </QueryView>
      {adding !== undefined && (
        <AddParticipant enrollment={enrollment} roles={roles} role_id={adding} onClose={() => setAdding(undefined)} />
      )}
    </section>
  )
}
