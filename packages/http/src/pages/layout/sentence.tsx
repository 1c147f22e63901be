import type { ComponentChildren } from 'preact'

interface SentenceProps {
  /** `For the account of <email>.` */
  text: string
  /** What stands for each mark. */
  parts: Readonly<Record<string, ComponentChildren>>
}

/** A sentence with markup in it, wherever a language has its place. */
export function Sentence({ text, parts }: SentenceProps) {
  return <>{text.split(/<(\w+)>/).map((piece, index) => (index % 2 === 0 ? piece : parts[piece]))}</>
}
