import { useEffect } from 'react'
import type { Notice } from '../src/kit/guest.tsx'

const shownMs = 2500

interface NoticesProps {
  readonly notice: Notice | undefined
  readonly onGone: () => void
}

/** Shows a notice that the host leaves to the element, and takes it away after the specification's time. */
export function Notices({ notice, onGone }: NoticesProps) {
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(onGone, shownMs)
    return () => clearTimeout(timer)
  }, [notice, onGone])
  return (
    <div className="notices" role="status">
      {notice && (
        <div className={`notice ${notice.kind}`}>
          <strong>{notice.title}</strong>
          {notice.text && <p>{notice.text}</p>}
        </div>
      )}
    </div>
  )
}
