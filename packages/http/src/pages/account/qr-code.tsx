import { encode } from 'uqr'

/** The quiet zone around the code, in modules (ISO/IEC 18004 section 6.3.8). */
const QUIET_ZONE = 4

/** A QR code as inline SVG, which needs no request and puts no text into markup. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <path fill="#000" d={dark.join('')} />
    </svg>
  )
}
