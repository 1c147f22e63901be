import type { Data } from '../../../../api/operations.ts'
import { useOperationMutation } from '../../../../api/use-operation.ts'
import { FormDialog } from '../../../../components/dialog/form-dialog.tsx'
import { TextField, Tick } from '../../../../components/form/field.tsx'
import { toasts } from '../../../../components/toast.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { headersOf } from './header-lines.ts'
import { OnlyGuides, OnlyOrganisations } from './only.tsx'
import { OwnHeaders } from './own-headers.tsx'

type Endpoint = Data<'getWebhookEndpoint'>

const MANY = 8

/** The delivery settings of a webhook: order, rate, headers and filters. */
export function DeliverySettings({ endpoint, onClose }: { endpoint: Endpoint; onClose(): void }) {
  const { t } = useI18n()
  const { id, max_concurrency, max_per_second, payload, header_names } = endpoint
  const update = useOperationMutation('updateWebhookEndpoint', {
    shown: true,
    onSuccess: () => toasts.show(t('common.saved')),
  })
  const initial = {
    in_order: max_concurrency === 1,
    per_second: max_per_second === null ? '' : String(max_per_second),
    thin: payload === 'ids',
    guide_ids: endpoint.guide_ids ?? [],
    organisation_ids: endpoint.organisation_ids ?? [],
    kept: header_names,
    lines: '',
  }
  const save = ({ in_order, per_second, thin, guide_ids, organisation_ids, kept, lines }: typeof initial) =>
    update.mutateAsync({
      id,
      max_concurrency: in_order ? 1 : Math.max(max_concurrency, max_concurrency === 1 ? MANY : 1),
      max_per_second: per_second.trim() === '' ? null : Number(per_second),
      payload: thin ? 'ids' : 'full',
      guide_ids: guide_ids.length === 0 ? null : guide_ids,
      organisation_ids: organisation_ids.length === 0 ? null : organisation_ids,
      headers: {
        ...Object.fromEntries(header_names.filter((name) => !kept.includes(name)).map((name) => [name, null])),
        ...headersOf(lines),
      },
    })
  return (
    <FormDialog
      title={t('settings.webhooks.settings')}
      action={t('common.save')}
      initial={initial}
      save={save}
      onClose={onClose}
    >
      {({ values, wrong, set, text }) => (
        <>
          <div className="ticks">
            <Tick
              label={t('settings.webhooks.in_order')}
              hint={t('settings.webhooks.in_order_hint')}
              checked={values.in_order}
              onChange={(on) => set('in_order', on)}
            />
            <Tick
              label={t('settings.webhooks.thin')}
              hint={t('settings.webhooks.thin_hint')}
              checked={values.thin}
              onChange={(on) => set('thin', on)}
            />
          </div>
          <TextField
            label={t('settings.webhooks.per_second')}
            hint={t('settings.webhooks.per_second_hint')}
            inputMode="numeric"
            {...text('per_second')}
            wrong={wrong.max_per_second}
          />
          <OwnHeaders
            names={header_names}
            kept={values.kept}
            lines={values.lines}
            wrong={wrong}
            onKeep={(names) => set('kept', names)}
            onWrite={(lines) => set('lines', lines)}
          />
          <OnlyGuides chosen={values.guide_ids} onChange={(ids) => set('guide_ids', ids)} />
          <fieldset>
            <legend className="label">{t('settings.webhooks.only_organisations')}</legend>
            <OnlyOrganisations chosen={values.organisation_ids} onChange={(ids) => set('organisation_ids', ids)} />
          </fieldset>
        </>
      )}
    </FormDialog>
  )
}
