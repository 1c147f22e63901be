import { Icon } from './icons.tsx'

/** Where the script says that something is kept, or is not yet. @param text what it says once it is */
export function Saved({ text }: { text: string }) {
  return (
    <p class="saved">
      <Icon name="check" /> <span role="status" data-saved={text} />
    </p>
  )
}
