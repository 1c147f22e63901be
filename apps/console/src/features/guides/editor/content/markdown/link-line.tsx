import { type FormEvent, useState } from 'react'
import { Button } from '../../../../../components/button.tsx'
import { TextField } from '../../../../../components/form/field.tsx'
import { useI18n } from '../../../../../i18n/i18n.ts'

/** The field for the address of a link. An empty address removes the link. */
export function LinkLine({ onLink, onClose }: { onLink(address: string): void; onClose(): void }) {
  const { t } = useI18n()
  const [address, setAddress] = useState('https://')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onLink(address === 'https://' ? '' : address)
  }
  return (
    <form className="row" onSubmit={submit} onKeyDown={({ key }) => key === 'Escape' && onClose()}>
      <TextField label={t('editor.address')} value={address} autoFocus onChange={setAddress} />
      <Button type="submit">{t('editor.link')}</Button>
    </form>
  )
}
