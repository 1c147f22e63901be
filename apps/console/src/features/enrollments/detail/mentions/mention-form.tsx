import { type ReactNode, useState } from 'react'
import type { Input } from '../../../../api/operations.ts'
import { useOperationMutation } from '../../../../api/use-operation.ts'
import { Button } from '../../../../components/button.tsx'
import { MentionField } from './mention-field.tsx'
import { type Mentionable, mentionedIn } from './mentions.ts'

type Sending = 'createInternalNote' | 'updateInternalNote' | 'answerMessage'

interface MentionFormProps<N extends Sending> {
  operation: N
  /** The input of the operation for a text. */
  input(text: { body: string; mentions: string[] }): Input<N>
  onSent?(): void
  label: string
  hint?: string | undefined
  /** The name of the button that sends it. */
  action: string
  members: readonly Mentionable[]
  initial?: string
  /** Whether it gets the focus where the address asks for an answer. */
  answers?: boolean
  /** Further buttons. */
  children?: ReactNode
}

/** A text in which members or participants can be mentioned, and what sends it. */
export function MentionForm<N extends Sending>(props: MentionFormProps<N>) {
  const { operation, input, onSent, label, hint, action, members, initial = '', answers, children } = props
  const [body, setBody] = useState(initial)
  const sending = useOperationMutation(operation, {
    onSuccess() {
      setBody('')
      onSent?.()
    },
  })
  const send = () => {
    if (body.trim() && !sending.isPending) sending.mutate(input({ body, mentions: mentionedIn(body, members) }))
  }
  return (
    <form
      className="stack close"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <MentionField
        label={label}
        hint={hint}
        value={body}
        members={members}
        answers={answers}
        onChange={setBody}
        onSend={send}
      />
      <div className="row">
        <Button look="main" type="submit" busy={sending.isPending}>
          {action}
        </Button>
        {children}
      </div>
    </form>
  )
}
