import type { ImportStatus } from '@handrail/core/contract'
import { IMPORTED, type Imported } from '@handrail/core/contract'
import { FileUp, Upload } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { useFault } from '../../api/fault.ts'
import { useSendFile } from '../../api/files.ts'
import { useList } from '../../api/list/use-list.ts'
import { More } from '../../components/list/more.tsx'
import { Empty, Fault, QueryView } from '../../components/query-view.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { Link, useFilters, useGo } from '../../workspace/link.tsx'
import { Steps } from './detail/steps.tsx'
import { isUnderWay } from './job.ts'
import './imports.css'

/** The page of imports: the choice of a file, and earlier imports. */
export function ImportsPage() {
  const { t } = useI18n()
  const [{ resource: asked }] = useFilters()
  const resource = IMPORTED.find((one) => one === asked) ?? 'contacts'
  return (
    <>
      <div className="head">
        <h1>{t(`imports.title_${resource}`)}</h1>
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
  const { t } = useI18n()
  const go = useGo()
  const [over, setOver] = useState(false)
  const { mutateAsync, isPending, error } = useSendFile('createImport')
  const fault = useFault(error)
  const send = async (file: File | undefined) => {
    if (!file || isPending) return
    // The error is shown below.
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
      aria-label={t('imports.choose')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
    >
      <Upload className="icon" aria-hidden />
      <label className="btn main">
        {t(isPending ? 'imports.sending' : 'imports.choose')}
        <input
          type="file"
          className="unseen"
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          onChange={(event) => void send(event.target.files?.[0])}
        />
      </label>
      <span className="soft">{t('imports.drop')}</span>
      <p className="soft">{t('imports.choose_text')}</p>
      {fault && <Fault fault={fault} />}
    </section>
  )
}

function Earlier() {
  const { t, dayTime, number } = useI18n()
  const list = useList('listImports', {}, { isWhole: true })
  return (
    <section className="card" aria-labelledby="earlier">
      <header>
        <h2 id="earlier">{t('imports.earlier')}</h2>
        <span className="soft right">{t('imports.kept')}</span>
      </header>
      <QueryView query={list.first}>
        {() => {
          const rows = list.known()
          if (rows.length === 0) return <Empty icon={FileUp} title={t('imports.none')} />
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
                      {t('imports.new', { number: number(created) })},{' '}
                      {t('imports.updated', { number: number(updated) })}
                    </span>
                    <span className="chip">{stateText(status, t)}</span>
                  </li>
                ))}
              </ul>
              <More list={list} />
            </>
          )
        }}
      </QueryView>
    </section>
  )
}

type Translate = ReturnType<typeof useI18n>['t']
function stateText(status: ImportStatus, t: Translate): string {
  return isUnderWay(status) ? t(`imports.${status}`) : t(`imports.state_${status}`)
}
