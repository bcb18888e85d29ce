import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { enums, type Infer, is, literal, optional, type } from 'superstruct'
import { declineReasons } from '../../contract/payments/payments.ts'
import { Id } from '../../contract/ids.ts'
import { addStyles } from '../../ui/theme/styles.ts'
import css from './pay-frame.css'

addStyles(css)

/** What the payment page posts to the page that frames it. */
const FrameAnswer = type({
  type: literal('placard-pay'),
  status: enums(['succeeded', 'declined', 'canceled', 'needs_action']),
  payment_method_id: optional(Id),
  reason: optional(enums(declineReasons)),
})
export type FrameAnswer = Infer<typeof FrameAnswer>

interface PayFrameProps {
  readonly url: string
  /** Accessible name of the frame. */
  readonly label: string
  readonly onAnswer: (answer: FrameAnswer) => void
}

/** The payment page of the second origin: card numbers and the second step of a bank stay in it. */
export function PayFrame({ url, label, onAnswer }: PayFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setLoaded] = useState(false)
  const latest = useRef(onAnswer)
  latest.current = onAnswer
  useEffect(() => {
    const { origin: expected } = new URL(url)
    const unmounted = new AbortController()
    const listen = ({ origin, source, data }: MessageEvent<unknown>) => {
      const isFromFrame = source !== null && source === frame.current?.contentWindow
      if (isFromFrame && origin === expected && is(data, FrameAnswer)) latest.current(data)
    }
    window.addEventListener('message', listen, { signal: unmounted.signal })
    return () => unmounted.abort()
  }, [url])
  return (
    <div className="pay-frame">
      {!isLoaded && (
        <p className="quiet" role="status">
          <Trans>Loading the secure form…</Trans>
        </p>
      )}
      <iframe ref={frame} src={url} title={label} allow="payment" onLoad={() => setLoaded(true)} />
    </div>
  )
}
