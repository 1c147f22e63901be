import { isWebAddress } from '@handrail/core/contract'
import { useOperation } from '../../../../api/use-operation.ts'
import { useI18n } from '../../../../i18n/i18n.ts'

/** The hosts whose pages can be shown in a step, and whether the given address is on one of them. */
export function EmbedHosts({ address }: { address: string }) {
  const { t } = useI18n()
  const hosts = useOperation('listEmbedHosts', {}).data?.data
  if (!hosts) return null
  const isLink = isWebAddress(address) && !canEmbed(address, hosts)
  return (
    <div className="stack close">
      {isLink && (
        <p role="status" className="note warn">
          {t('editor.becomes_link')}
        </p>
      )}
      <details>
        <summary className="hint">{t('editor.embed_hosts')}</summary>
        <p className="hint">{hosts.join(', ')}</p>
        <p className="hint">{t('editor.embed_hosts_more')}</p>
      </details>
    </div>
  )
}

function canEmbed(address: string, hosts: readonly string[]): boolean {
  const { protocol, hostname } = new URL(address.trim())
  return protocol === 'https:' && hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
}
