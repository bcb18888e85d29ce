import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { isExemptFromTerms, termsGate } from '../../contract/session/terms.rules.ts'
import { terms } from '../../contract/session/terms.ts'
import { useRead } from '../../kit/cache.tsx'
import { problemText } from '../../kit/problem.ts'
import { lazyIdle } from '../../ui/lazy-idle.ts'
import { ErrorState } from '../../ui/states.tsx'
import { type ViewerState, useViewer } from '../scope/viewer.tsx'

interface TermsProps {
  readonly memberGroupId: number | undefined
  /** The current location; when it changes, the terms are reloaded because they may have changed. */
  readonly path?: string
  /** Called when the user declines the terms. */
  readonly onDecline?: () => void
  /** Shown while the user and the terms load. */
  readonly waiting?: ReactNode
  readonly children: ReactNode
}

const Accept = lazyIdle(() => import('./terms-dialog.tsx'))

/** The error state for a user who could not be loaded, with a retry button. */
function Unknown({ problem, retry }: Extract<ViewerState, { state: 'unknown' }>) {
  const { i18n } = useLingui()
  return (
    <ErrorState
      heading={<Trans>Couldn’t load your account</Trans>}
      reason={problemText(problem, i18n)}
      requestId={problem.requestId}
      onRetry={retry}
    />
  )
}

/** Shows its children only to a known user who has accepted the client's terms. Terms that cannot be read block no one. */
export function Terms({ memberGroupId, path, onDecline, waiting = null, children }: TermsProps) {
  const viewer = useViewer()
  const person = viewer.state === 'known' ? viewer.person : undefined
  const isExempt = memberGroupId === undefined || (viewer.state === 'known' && (!person || isExemptFromTerms(person.access, memberGroupId)))
  const isNeeded = person !== undefined && !isExempt
  const { data, error, mutate } = useRead(terms.one, isNeeded ? { path: { memberGroupId }, query: { locale_id: person.locale.id } } : null)
  const askedAt = useRef(path)
  useEffect(() => {
    if (askedAt.current === path) return
    askedAt.current = path
    void mutate()
  }, [path, mutate])
  const gate = termsGate({
    isExempt,
    isLoading: !data,
    hasAccepted: data?.has_accepted ?? false,
    url: data?.terms_conditions_url ?? null,
    hasFailed: error !== undefined && !data,
  })
  // If the terms change later, the dialog opens over the screen, and unsaved input stays.
  const openedFor = useRef<number>(undefined)
  useEffect(() => {
    if (gate === 'open') openedFor.current = memberGroupId
  }, [gate, memberGroupId])
  const isOpen = gate === 'open' || (memberGroupId !== undefined && openedFor.current === memberGroupId)
  const url = data?.terms_conditions_url
  return (
    <>
      {isOpen ? children : viewer.state === 'unknown' ? <Unknown {...viewer} /> : gate === 'loading' && waiting}
      {gate === 'closed' && url && memberGroupId !== undefined && (
        <Suspense>
          <Accept memberGroupId={memberGroupId} url={url} {...(onDecline && { onDecline })} />
        </Suspense>
      )}
    </>
  )
}
