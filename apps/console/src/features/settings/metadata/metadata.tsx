import { Braces } from 'lucide-react'
import { useState } from 'react'
import { fieldFaults, useFault } from '../../../api/fault.ts'
import type { Data } from '../../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { AreaField } from '../../../components/form/field.tsx'
import { Empty, Fault, QueryView } from '../../../components/query-view.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { SettingsPage } from '../page.tsx'

type Keys = Data<'getIndexedMetadataKeys'>['keys']

/** While a key is being indexed. */
const REFRESH_MS = 5000

/** The keys of metadata whose values are indexed. */
export function MetadataPage() {
  const { t } = useI18n()
  const query = useOperation(
    'getIndexedMetadataKeys',
    {},
    { every: (value) => value?.data.keys.some(({ status }) => status === 'building') === true && REFRESH_MS },
  )
  return (
    <SettingsPage title={t('settings.metadata.title')} lead={t('settings.metadata.lead')}>
      <QueryView query={query}>
        {({ data: { keys } }) => (
          <div className="stack">
            <KeysForm keys={keys} />
            <KeysStatus keys={keys} />
          </div>
        )}
      </QueryView>
    </SettingsPage>
  )
}

function KeysForm({ keys }: { keys: Keys }) {
  const i18n = useI18n()
  const { t } = i18n
  const [text, setText] = useState(keys.map(({ key }) => key).join('\n'))
  const update = useOperationMutation('setIndexedMetadataKeys', {
    shown: true,
    onSuccess: () => toasts.show(t('common.saved')),
  })
  const wrong = Object.entries(fieldFaults(update.error, i18n)).find(([field]) => field.startsWith('keys'))?.[1]
  const fault = useFault(update.error)
  return (
    <form
      className="card"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const lines = text.split('\n').map((line) => line.trim())
        if (!update.isPending) update.mutate({ keys: lines.filter((line) => line !== '') })
      }}
    >
      <div className="pad all stack">
        <AreaField
          label={t('settings.metadata.keys')}
          hint={t('settings.metadata.keys_hint')}
          rows={5}
          value={text}
          wrong={wrong}
          onChange={setText}
        />
        {fault && <Fault fault={fault} />}
      </div>
      <footer>
        <Button look="main" type="submit" busy={update.isPending}>
          {t('common.save')}
        </Button>
      </footer>
    </form>
  )
}

function KeysStatus({ keys }: { keys: Keys }) {
  const { t } = useI18n()
  return (
    <section className="card" aria-labelledby="status">
      <header>
        <h2 id="status">{t('settings.metadata.status')}</h2>
      </header>
      {keys.length === 0 ? (
        <Empty icon={Braces} title={t('settings.metadata.none')}>
          {t('settings.metadata.none_text')}
        </Empty>
      ) : (
        <ul className="rows">
          {keys.map(({ key, status }) => (
            <li key={key}>
              <code className="mono grow">{key}</code>
              <span className={status === 'ready' ? 'chip good' : 'chip line'}>{t(`settings.metadata.${status}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
