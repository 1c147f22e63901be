import { type FormEvent, useState } from 'react'
import { Button } from '../../../../../components/button.tsx'
import { TextField } from '../../../../../components/form/field.tsx'
import { useWords } from '../../../../../i18n/i18n.ts'

/** Where a link leads, asked beside the text; an empty address takes the link away. */
export function LinkLine({ onLink, onClose }: { onLink(address: string): void; onClose(): void }) {
  const { say } = useWords()
  const [address, setAddress] = useState('https://')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onLink(address === 'https://' ? '' : address)
  }
  return (
    <form className="row" onSubmit={submit} onKeyDown={({ key }) => key === 'Escape' && onClose()}>
      <TextField label={say('editor.address')} value={address} autoFocus onChange={setAddress} />
      <Button type="submit">{say('editor.link')}</Button>
    </form>
  )
}
