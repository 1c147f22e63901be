/** Paths of a grid of 24 by 24, drawn with a stroke of 2. */
const PATHS = {
  late: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 8v4M12 16v.01',
  risk: 'M10.3 4.2L2.5 17.7A2 2 0 0 0 4.2 20.7H19.8A2 2 0 0 0 21.5 17.7L13.7 4.2A2 2 0 0 0 10.3 4.2M12 9v4M12 17v.01',
  message: 'M21 12a8 8 0 0 1-8 8H4l1.6-3.4A8 8 0 1 1 21 12',
  review: 'M9 4h6v3H9zM15 5h3v16H6V5h3M9 14l2 2l4-4',
  clock: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 7v5l3 2',
  done: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M8 12l3 3l5-6',
  info: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 11v5M12 8v.01',
  open: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  bell: 'M6 9a6 6 0 0 1 12 0c0 6 2 7 2 7H4s2-1 2-7M10 20a2 2 0 0 0 4 0',
  added: 'M12 5v14M5 12h14',
  removed: 'M5 12h14',
  changed: 'M4 20l1-5L16 4l4 4L9 19zM14 6l4 4',
  moved: 'M8 4v16M4 8l4-4l4 4M16 20V4M12 16l4 4l4-4',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  back: 'M19 12H5M11 6l-6 6l6 6',
  forth: 'M5 12h14M13 6l6 6l-6 6',
  phone: 'M8 3h8v18H8zM11 18h2',
  desktop: 'M3 5h18v11H3zM8 20h8M12 16v4',
  light:
    'M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M19 5l-1.5 1.5M6.5 17.5L5 19',
  dark: 'M20 14A8 8 0 1 1 10 4a7 7 0 0 0 10 10',
  calendar: 'M5 5h14v15H5zM5 10h14M9 3v4M15 3v4',
  up: 'M12 19V5M6 11l6-6l6 6',
  down: 'M12 5v14M6 13l6 6l6-6',
  same: 'M5 10h14M5 14h14',
} as const

export type IconName = keyof typeof PATHS

/** A mark beside words that say the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
