import type { ComponentChildren } from 'preact'

interface SentenceProps {
  /** `For the account of <email>.` */
  text: string
  /** The content for each mark. */
  parts: Readonly<Record<string, ComponentChildren>>
}

/** A sentence with markup, at the position that the language gives it. */
export function Sentence({ text, parts }: SentenceProps) {
  return <>{text.split(/<(\w+)>/).map((piece, index) => (index % 2 === 0 ? piece : parts[piece]))}</>
}
