import { useRef } from 'react'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { toasts } from '../../../components/toast.tsx'
import { WorkspaceLogo } from '../../../components/workspace-logo.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useCan, useWorkspace } from '../../../workspace/workspace.ts'

/** The logo that contacts see. */
export function ChangeLogoCard() {
  const { t } = useI18n()
  const { workspace } = useWorkspace()
  const may = useCan('workspace:write')
  const chosen = useRef<HTMLInputElement>(null)
  const set = useOperationMutation('setLogo', { onSuccess: () => toasts.show(t('common.saved')) })
  const remove = useOperationMutation('removeLogo', { onSuccess: () => toasts.show(t('common.saved')) })
  const send = async (file: File | undefined) => {
    if (file) set.mutate({ content: await base64Of(file) })
  }
  return (
    <section className="card" aria-label={t('settings.general.logo')}>
      <div className="pad all row wrap">
        <WorkspaceLogo workspace={workspace} large />
        <div className="grow">
          <b>{t('settings.general.logo')}</b>
          <p className="hint">{t('settings.general.logo_hint')}</p>
        </div>
        {may && (
          <>
            <input
              ref={chosen}
              className="unseen"
              type="file"
              tabIndex={-1}
              accept="image/png,image/webp,image/svg+xml"
              aria-label={t('settings.general.logo')}
              onChange={(event) => void send(event.target.files?.[0])}
            />
            <Button busy={set.isPending} onClick={() => chosen.current?.click()}>
              {t('settings.general.choose_logo')}
            </Button>
            {workspace.logo_url !== null && (
              <Button look="bare" busy={remove.isPending} onClick={() => remove.mutate({})}>
                {t('settings.general.remove_logo')}
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  )
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
