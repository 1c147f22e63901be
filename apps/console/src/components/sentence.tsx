import { Fragment, type ReactNode } from 'react'

interface SentenceProps {
  /** `Then type <command> in Claude Code.` */
  text: string
  /** The content for each mark. */
  parts: Readonly<Record<string, ReactNode>>
}

/** A sentence with markup, at the position that the language gives it. */
export function Sentence({ text, parts }: SentenceProps) {
  const pieces = text.split(/<(\w+)>/)
  return pieces.map((piece, index) => (
    // The pieces of a text stay in their order.
    <Fragment key={index}>{index % 2 === 0 ? piece : parts[piece]}</Fragment>
  ))
}
