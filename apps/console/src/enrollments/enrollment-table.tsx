import { Route } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../app/link.tsx'
import type { Item } from '../door/operations.ts'
import { useOrganisationNames } from '../organisations/names.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Empty } from '../parts/states.tsx'
import { Meter, Status } from '../parts/status.tsx'
import { useWords } from '../words/words.ts'

interface EnrollmentTableProps {
  enrollments: readonly Item<'listEnrollments'>[]
  /** What a row is called by: its contact, its guide where all are of one contact, or its contact with the guide. */
  by: 'contact' | 'guide' | 'both'
  empty: string
  actions?: ReactNode
}

/** Enrollments, newest first; on a phone each is three lines. */
export function EnrollmentTable({ enrollments, by, empty, actions }: EnrollmentTableProps) {
  const { say, day } = useWords()
  const organisations = useOrganisationNames(by === 'both' ? enrollments.map((one) => one.organisation_id) : [])
  if (enrollments.length === 0)
    return (
      <div className="card">
        <Empty icon={Route} title={empty} actions={actions} />
      </div>
    )
  return (
    <div className="card table">
      <table>
        <thead>
          <tr>
            <th scope="col">{say(by === 'guide' ? 'enrollments.guide' : 'enrollments.contact')}</th>
            {by !== 'guide' && (
              <th scope="col" className="wide-only">
                {say('enrollments.guide')}
              </th>
            )}
            <th scope="col" className="wide-only">
              {say('enrollments.status')}
            </th>
            <th scope="col">{say('enrollments.progress')}</th>
            <th scope="col" className="wide-only">
              {say('enrollments.enrolled')}
            </th>
          </tr>
        </thead>
        <tbody>
          {enrollments.map((enrollment) => {
            const { id, contact_name, guide_title, organisation_id, progress_percentage, created_at } = enrollment
            const organisation = organisations.get(organisation_id ?? '')
            return (
              <tr key={id}>
                <th scope="row">
                  <span className="row">
                    {by !== 'guide' && <Avatar name={contact_name} />}
                    <span>
                      <Link to={`/enrollments/${id}`}>{by === 'guide' ? guide_title : contact_name}</Link>
                      {by === 'both' && <small>{organisation ?? say('enrollments.no_organisation')}</small>}
                      {by !== 'guide' && <small className="phone-only">{guide_title}</small>}
                      <small className="phone-only">
                        <Status enrollment={enrollment} />
                      </small>
                    </span>
                  </span>
                </th>
                {by !== 'guide' && <td className="wide-only">{guide_title}</td>}
                <td className="wide-only">
                  <Status enrollment={enrollment} />
                </td>
                <td>
                  <Meter percentage={progress_percentage} />
                </td>
                <td className="wide-only soft">{day(created_at)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
