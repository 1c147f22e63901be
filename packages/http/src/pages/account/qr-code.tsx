import { encode } from 'uqr'

/** Modules of light around the code, which readers need (ISO/IEC 18004 section 6.3.8). */
const QUIET_ZONE = 4

/** A QR code as a picture of the page itself: nothing is fetched, and no text becomes markup. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <path fill="#000" d={dark.join('')} />
    </svg>
  )
}
