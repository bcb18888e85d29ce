import { Trans } from '@lingui/react/macro'
import type { Problem } from '../../kit/problem.ts'

/** The id by which support finds a refused request. A request without a response has none. */
export function RequestNote({ problem: { requestId } }: { readonly problem: Problem }) {
  if (requestId === undefined) return null
  return (
    <small className="quiet funds-request">
      <Trans>Request {requestId}</Trans>
    </small>
  )
}
