import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { termsGate } from '../contract/terms.rules.ts'
import { terms } from '../contract/terms.ts'
import { useRead, useRefresh, useWrite } from '../kit/cache.tsx'
import { asProblem, problemText } from '../kit/problem.ts'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { Callout } from '../ui/mark/callout.tsx'
import type { Answer } from '../ui/overlay/answers.tsx'
import { Modal } from '../ui/overlay/modal.tsx'
import { usePerson } from './person.tsx'

interface TermsProps {
  readonly memberGroupId: number | undefined
  /** The way out for whoever does not accept. */
  readonly onDecline?: () => void
  /** Holds the place until it is known. */
  readonly waiting?: ReactNode
  readonly children: ReactNode
}

interface AcceptProps extends Pick<TermsProps, 'onDecline'> {
  readonly memberGroupId: number
  readonly url: string
}

/** The terms to read, and the yes that opens what is behind them; a yes that does not arrive opens nothing. */
function Accept({ memberGroupId, url, onDecline }: AcceptProps) {
  const { t, i18n } = useLingui()
  const [isRead, setRead] = useState(false)
  const [isTried, setTried] = useState(false)
  const accept = useWrite(terms.accept, terms.one)
  const refresh = useRefresh()
  const say = () => {
    setTried(true)
    if (!isRead) return
    void accept.trigger({ path: { memberGroupId }, body: { terms_conditions_url: url } }).catch((error) => {
      // They are other terms by now, and those are the ones to read.
      if (asProblem(error).kind === 'conflict') refresh(terms.one)
    })
  }
  const answers: Answer[] = [
    ...(onDecline ? [{ does: 'exit' as const, label: t`Sign out`, onPress: onDecline }] : []),
    { does: 'continue', label: t`Accept and continue`, onPress: say },
  ]
  return (
    <Modal heading={<Trans>Terms and conditions</Trans>} mustAnswer isBusy={accept.isMutating} answers={answers} onClose={() => undefined}>
      <div className="report">
        <p>
          <Trans>Before you go on, read the terms and conditions of this client.</Trans>{' '}
          <a className="link" href={url} target="_blank" rel="noreferrer">
            <Trans>Open the terms in a new window</Trans>
          </a>
        </p>
        <Checkbox
          label={t`I have read the terms and conditions and accept them`}
          isRequired
          value={isRead}
          onChange={setRead}
          {...(isTried && !isRead && { fault: { code: 'required' as const, of: 'yes' as const } })}
        />
        {accept.error && (
          <Callout kind="error" heading={<Trans>Your answer did not arrive</Trans>} isNews>
            {problemText(accept.error, i18n)} <Trans>Nothing was accepted. Try again.</Trans>
          </Callout>
        )}
      </div>
    </Modal>
  )
}

/** Lets nobody further who has not said yes to the client's terms; terms that cannot be read keep nobody out. */
export function Terms({ memberGroupId, onDecline, waiting = null, children }: TermsProps) {
  const known = usePerson()
  const person = known.state === 'known' ? known.person : undefined
  const isExempt = memberGroupId === undefined || known.state === 'unknown' || (known.state === 'known' && (!person || person.access.all))
  const isAsked = person !== undefined && !isExempt
  const { data, error } = useRead(terms.one, isAsked ? { path: { memberGroupId }, query: { locale_id: person.locale.id } } : null)
  const gate = termsGate({
    isExempt,
    isLoading: !data,
    hasAccepted: data?.has_accepted ?? false,
    url: data?.terms_conditions_url ?? null,
    hasFailed: error !== undefined && !data,
  })
  // Terms that change while somebody works are put before them, and what they typed stays where it is.
  const openedFor = useRef<number>(undefined)
  useEffect(() => {
    if (gate === 'open') openedFor.current = memberGroupId
  }, [gate, memberGroupId])
  const isOpen = gate === 'open' || (memberGroupId !== undefined && openedFor.current === memberGroupId)
  const url = data?.terms_conditions_url
  return (
    <>
      {isOpen ? children : gate === 'loading' && waiting}
      {gate === 'closed' && url && memberGroupId !== undefined && (
        <Accept memberGroupId={memberGroupId} url={url} {...(onDecline && { onDecline })} />
      )}
    </>
  )
}
