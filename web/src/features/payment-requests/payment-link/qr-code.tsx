import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { encode } from 'uqr'
import { useMessages } from '../../../lib/messages/messages-context.tsx'
import styles from './payment-link.module.css'

/** Light margin around the code in modules, as scanners expect (ISO/IEC 18004). */
const marginModules = 4

/** Draws a QR code for the customer's camera. Dark on light in both themes, or scanners miss it. */
export function QrCode({ text }: { readonly text: string }): ReactNode {
  const { size, path } = useMemo(() => buildQrPath(text), [text])
  const box = size + 2 * marginModules
  return (
    <svg
      role="img"
      aria-label={useMessages('paymentRequests').link.qrCode}
      viewBox={`${-marginModules} ${-marginModules} ${box} ${box}`}
      shapeRendering="crispEdges"
      className={styles.code}
    >
      <rect x={-marginModules} y={-marginModules} width={box} height={box} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** Builds one path over all dark modules, each row in runs. */
function buildQrPath(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  let path = ''
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue
      const from = x
      while (x + 1 < size && row[x + 1]) x++
      path += `M${from} ${y}h${x + 1 - from}v1h${from - x - 1}z`
    }
  }
  return { size, path }
}
