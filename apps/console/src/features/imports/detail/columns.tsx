import { useState } from 'react'
import { useFault } from '../../../api/fault.ts'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { Tick } from '../../../components/form/field.tsx'
import { Fault } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import type { Import } from '../job.ts'
import { optionsFor } from '../targets.ts'
import { EnrollEverybody } from './enroll-everybody.tsx'

/** The columns of a file with their fields, and an example of each. */
export function Columns({ job }: { job: Import }) {
  const { t } = useI18n()
  const { id, resource, columns } = job
  const [mapping, setMapping] = useState(() => job.mapping ?? columns.map(({ suggestion }) => suggestion))
  const [update_existing, setUpdates] = useState(job.update_existing)
  const [create_organisations, setCreates] = useState(job.create_organisations)
  const [enrolling, setEnrolling] = useState({ enroll_in: job.enroll_in, send_invitations: job.send_invitations })
  const check = useOperationMutation('checkImport', { shown: true })
  const fault = useFault(check.error)
  const set = (index: number, target: string) =>
    setMapping((before) =>
      before.map((one, at) => (at === index ? target : one === target && target !== '' ? '' : one)),
    )
  return (
    <section className="card" aria-labelledby="columns">
      <header>
        <h2 id="columns">{t('imports.columns')}</h2>
      </header>
      <div className="table">
        <Table job={job} mapping={mapping} onSet={set} />
      </div>
      <div className="pad all stack">
        <Tick
          label={t(resource === 'contacts' ? 'imports.update' : 'imports.update_organisations')}
          checked={update_existing}
          onChange={setUpdates}
        />
        {resource === 'contacts' && (
          <Tick label={t('imports.create_organisations')} checked={create_organisations} onChange={setCreates} />
        )}
        {resource === 'contacts' && <EnrollEverybody value={enrolling} onChange={setEnrolling} />}
        {fault && <Fault fault={fault} />}
        <div>
          <Button
            look={job.status === 'checked' ? 'side' : 'main'}
            busy={check.isPending || job.status === 'checking'}
            onClick={() => check.mutate({ id, mapping, update_existing, create_organisations, ...enrolling })}
          >
            {t(job.status === 'checked' ? 'imports.check_again' : 'imports.check')}
          </Button>
        </div>
      </div>
    </section>
  )
}

interface TableProps {
  job: Import
  /** The field of each column. */
  mapping: readonly string[]
  onSet(index: number, target: string): void
}

function Table({ job: { resource, columns }, mapping, onSet }: TableProps) {
  const i18n = useI18n()
  const { t } = i18n
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('imports.in_file')}</th>
          <th scope="col" className="wide-only">
            {t('imports.example')}
          </th>
          <th scope="col">{t('imports.goes_to')}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map(({ name, example }, index) => (
          // Several columns may have one name.
          <tr key={index}>
            <th scope="row">
              <b>{name}</b>
              <small className="phone-only">{example}</small>
            </th>
            <td className="wide-only soft">{example}</td>
            <td>
              <select
                className="input"
                aria-label={name}
                value={mapping[index]}
                onChange={(event) => onSet(index, event.target.value)}
              >
                {optionsFor(resource, name, i18n).map(([target, text]) => (
                  <option key={target} value={target}>
                    {text}
                  </option>
                ))}
              </select>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
