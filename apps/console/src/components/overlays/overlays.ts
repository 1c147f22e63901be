export { MenuEntries } from './menu-entries.tsx'
export { Modal } from './modal.tsx'
export { Suggestions } from './suggestions.tsx'
