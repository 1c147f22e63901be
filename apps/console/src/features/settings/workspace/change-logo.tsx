import { useRef } from 'react'
import { useAct } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { toasts } from '../../../components/toast.tsx'
import { WorkspaceLogo } from '../../../components/workspace-logo.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { useHere, useMay } from '../../../workspace/workspace.ts'

/** The logo that contacts see. */
export function ChangeLogoCard() {
  const { say } = useWords()
  const { workspace } = useHere()
  const may = useMay('workspace:write')
  const chosen = useRef<HTMLInputElement>(null)
  const set = useAct('setLogo', { onSuccess: () => toasts.show(say('common.saved')) })
  const remove = useAct('removeLogo', { onSuccess: () => toasts.show(say('common.saved')) })
  const send = async (file: File | undefined) => {
    if (file) set.mutate({ content: await base64Of(file) })
  }
  return (
    <section className="card" aria-label={say('settings.general.logo')}>
      <div className="pad all row wrap">
        <WorkspaceLogo workspace={workspace} large />
        <div className="grow">
          <b>{say('settings.general.logo')}</b>
          <p className="hint">{say('settings.general.logo_hint')}</p>
        </div>
        {may && (
          <>
            <input
              ref={chosen}
              className="unseen"
              type="file"
              tabIndex={-1}
              accept="image/png,image/webp,image/svg+xml"
              aria-label={say('settings.general.logo')}
              onChange={(event) => void send(event.target.files?.[0])}
            />
            <Button busy={set.isPending} onClick={() => chosen.current?.click()}>
              {say('settings.general.choose_logo')}
            </Button>
            {workspace.logo_url !== null && (
              <Button look="bare" busy={remove.isPending} onClick={() => remove.mutate({})}>
                {say('settings.general.remove_logo')}
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
