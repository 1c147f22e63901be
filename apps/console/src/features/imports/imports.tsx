import type { ImportStatus } from '@handrail/core/contract'
import { IMPORTED, type Imported } from '@handrail/core/contract'
import { FileUp, Upload } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { useFault } from '../../api/fault.ts'
import { useSendFile } from '../../api/files.ts'
import { usePages } from '../../api/use-operation.ts'
import { More } from '../../components/list/more.tsx'
import { Answered, Empty, Fault } from '../../components/query-view.tsx'
import { useWords } from '../../i18n/i18n.ts'
import { Link, useFilters, useGo } from '../../workspace/link.tsx'
import { Steps } from './detail/steps.tsx'
import { isUnderWay } from './job.ts'
import './imports.css'

/** A file is chosen, and what was imported before. */
export function ImportsPage() {
  const { say } = useWords()
  const [{ resource: asked }] = useFilters()
  const resource = IMPORTED.find((one) => one === asked) ?? 'contacts'
  return (
    <>
      <div className="head">
        <h1>{say(`imports.title_${resource}`)}</h1>
        <Steps at="choose" />
      </div>
      <div className="stack">
        <ChooseFile resource={resource} />
        <Earlier />
      </div>
    </>
  )
}

function ChooseFile({ resource }: { resource: Imported }) {
  const { say } = useWords()
  const go = useGo()
  const [over, setOver] = useState(false)
  const { mutateAsync, isPending, error } = useSendFile('createImport')
  const fault = useFault(error)
  const send = async (file: File | undefined) => {
    if (!file || isPending) return
    // What goes wrong is shown below.
    const sent = await mutateAsync({ file, fields: { resource, name: file.name } }).catch(() => undefined)
    if (sent) go(`/imports/${sent.data.id}`)
  }
  const dropped = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void send(event.dataTransfer.files[0])
  }
  return (
    <section
      className={over ? 'card drop over' : 'card drop'}
      aria-label={say('imports.choose')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
    >
      <Upload className="icon" aria-hidden />
      <label className="btn main">
        {say(isPending ? 'imports.sending' : 'imports.choose')}
        <input
          type="file"
          className="unseen"
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          onChange={(event) => void send(event.target.files?.[0])}
        />
      </label>
      <span className="soft">{say('imports.drop')}</span>
      <p className="soft">{say('imports.choose_text')}</p>
      {fault && <Fault fault={fault} />}
    </section>
  )
}

function Earlier() {
  const { say, dayTime, number } = useWords()
  const query = usePages('listImports', { per_page: 25 })
  return (
    <section className="card" aria-labelledby="earlier">
      <header>
        <h2 id="earlier">{say('imports.earlier')}</h2>
        <span className="soft right">{say('imports.kept')}</span>
      </header>
      <Answered query={query}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data)
          if (rows.length === 0) return <Empty icon={FileUp} title={say('imports.none')} />
          return (
            <>
              <ul className="rows">
                {rows.map(({ id, file_name, status, created, updated, created_at }) => (
                  <li key={id}>
                    <div className="grow">
                      <Link to={`/imports/${id}`}>{file_name}</Link>
                      <small>{dayTime(created_at)}</small>
                    </div>
                    <span className="soft num">
                      {say('imports.new', { number: number(created) })},{' '}
                      {say('imports.updated', { number: number(updated) })}
                    </span>
                    <span className="chip">{stateText(status, say)}</span>
                  </li>
                ))}
              </ul>
              <More query={query} />
            </>
          )
        }}
      </Answered>
    </section>
  )
}

type Say = ReturnType<typeof useWords>['say']
function stateText(status: ImportStatus, say: Say): string {
  return isUnderWay(status) ? say(`imports.${status}`) : say(`imports.state_${status}`)
}
