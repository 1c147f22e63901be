interface AvatarProps {
  name: string
  large?: boolean
  small?: boolean
  /** Whether it is the avatar of an organisation or a workspace. */
  place?: boolean
}

/** Initials on a tint that means nothing. */
export function Avatar({ name, large, small, place }: AvatarProps) {
  const parts = name.trim().split(/\s+/)
  const initials = [parts[0], parts.length > 1 ? parts.at(-1) : ''].map((part) => [...(part ?? '')][0] ?? '').join('')
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  const classes = ['av', `b${(sum % 5) + 1}`, large && 'large', small && 'small', place && 'place']
    .filter(Boolean)
    .join(' ')
  return (
    <span className={classes} aria-hidden>
      {initials.toUpperCase()}
    </span>
  )
}
