/** Text of somebody else, whose direction of writing stays its own. */
export function Given({ text, ...attributes }: { text: string; className?: string; lang?: string }) {
  return <bdi {...attributes}>{text}</bdi>
}

/** The same between the quotation marks of the language. */
export function Quoted({ text }: { text: string }) {
  return (
    <q>
      <bdi>{text}</bdi>
    </q>
  )
}

/** Initials on a tint that means nothing. */
export function Avatar({ name }: { name: string }) {
  const parts = name.trim().slice(0, 200).split(/\s+/)
  const initials = [parts[0], parts.length > 1 ? parts.at(-1) : ''].map((part) => LETTER.exec(part ?? '')?.[0] ?? '')
  const sum = [...name.slice(0, 200)].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return (
    <span className={`av b${(sum % 5) + 1}`} aria-hidden="true">
      {initials.join('').toUpperCase()}
    </span>
  )
}

const LETTER = /[\p{L}\p{N}]/u
