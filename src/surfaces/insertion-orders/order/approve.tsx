import { Trans, useLingui } from '@lingui/react/macro'
import { useLayoutEffect, useRef, useState } from 'react'
import type { FieldRuleResult } from '../../../contract/fields/faults.ts'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { insertionOrders, type OrderVersion } from '../../../contract/insertion-orders/insertion-orders.ts'
import { useElementContext } from '../../../kit/host/element-context.tsx'
import { useMutate } from '../../../kit/mutate.ts'
import { ResourceFormDialog } from '../../../parts/resource/form.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { dayRange, money } from '../../../ui/format/format.ts'
import { DateTimeText } from '../../../ui/format/date-text.tsx'
import { orderData, useOrder, useOrders } from '../context.tsx'
import { useReasonText } from '../words.ts'
import { pathOf, waitingVersion } from '../order-path.ts'
import { useRefusalTexts } from './refusal-texts.ts'
import { ChangeList, LineList } from './terms-summary.tsx'

const nameMost = 120
/** Scroll positions are fractions of pixels. */
const roundingPx = 2

interface LegalTextProps {
  readonly text: string
  readonly locale: string
  /** Called when the end of the text is visible. */
  readonly onEnd: () => void
}

function LegalText({ text, locale, onEnd }: LegalTextProps) {
  const { t } = useLingui()
  const node = useRef<HTMLElement>(null)
  const latest = useRef(onEnd)
  latest.current = onEnd
  const notice = () => {
    const box = node.current
    if (box && box.scrollTop + box.clientHeight >= box.scrollHeight - roundingPx) latest.current()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads only references
  useLayoutEffect(() => {
    if (!node.current) return
    const observer = new ResizeObserver(notice)
    observer.observe(node.current)
    return () => observer.disconnect()
  }, [])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling text must be reachable by keyboard
    <section ref={node} className="order-legal" aria-label={t`Legal text`} tabIndex={0} onScroll={notice}>
      <div lang={locale} dir="auto">
        {text}
      </div>
    </section>
  )
}

/** What the approver agrees to: what a proposal changes, or the lines of a first version. */
function Agreed({ version }: { readonly version: OrderVersion }) {
  const { t } = useLingui()
  const { proposed, current } = useOrder()
  const [older, newer] = [current.version_id, version.version_id]
  const heading = proposed ? t`Changes from version ${older} to version ${newer}` : t`Lines`
  return (
    <section className="detail-part" aria-label={heading}>
      <h3>{heading}</h3>
      {proposed ? <ChangeList before={current} after={version} /> : <LineList lines={version.terms.lines} />}
    </section>
  )
}

interface ApproveDialogProps {
  readonly userId: number
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Approves the waiting version: the text is read to its end, accepted, and the name is typed. */
export default function ApproveDialog({ userId, onDone, onClose }: ApproveDialogProps) {
  const { t, i18n } = useLingui()
  const { ask, notify } = useElementContext()
  const { emit } = useOrders()
  const { mutate } = useMutate()
  const order = useOrder()
  const reasonText = useReasonText()
  const texts = useRefusalTexts()
  const version = waitingVersion(order)
  const { hash, version_id, legal_text, locale, submitted_at, terms } = version
  const [opened] = useState(version)
  const [readHash, setReadHash] = useState<string>()
  const isPrevented = useRef(false)
  const [isRefusedByPage, setIsRefusedByPage] = useState(false)
  const ids = { insertion_order_id: order.insertion_order_id, version_id }
  // Accepting names the version, so a new version is not accepted yet.
  const accepted = (value: string): FieldRuleResult => value === hash || { code: 'required', of: 'yes' }
  const reason = order.actions.approve
  const save = async ({ name }: { readonly name: string }) => {
    isPrevented.current = !(await ask('ad-before-approve', ids))
    setIsRefusedByPage(isPrevented.current)
    if (isPrevented.current) return undefined
    const approved = await mutate(
      insertionOrders.approve,
      { path: pathOf(order), body: { last_edited_by: userId, hash, name: name.trim() } },
      {
        version: order.version,
        stale: orderData,
        event: () => emit('ad-insertion-order-approved', ids),
      },
    )
    const title = approved.missing_approvals.length > 0 ? t`Approval recorded` : t`Version ${version_id} approved`
    notify({ kind: 'success', title, text: order.name })
    return approved
  }
  const [total, days] = [money(terms.total, order, i18n.locale), dayRange(terms.start_date, terms.end_date, i18n.locale, '')]
  const signInAgain = async () => {
    // A page without a sign-in of its own leaves it to the user.
    if (await ask('ad-sign-in-asked', { insertion_order_id: order.insertion_order_id }))
      notify({ kind: 'info', title: t`Sign out and in again to approve the order` })
  }
  return (
    <ResourceFormDialog
      name="approve order"
      heading={t`Approve version ${version_id} of ${order.name}`}
      note={t`${terms.number} · ${total} · ${days}`}
      size="2xl"
      label={t`Approval`}
      initial={{ acceptedHash: '', name: '' }}
      rules={{ acceptedHash: [accepted], name: [required, maxLength(nameMost)] }}
      save={save}
      texts={texts}
      done={(values, form) => (isPrevented.current ? form.reset({ ...values }) : onDone())}
      submit={<Trans>Approve</Trans>}
      disabledBecause={() => (reason ? reasonText(reason, order) : order.needs_sign_in ? t`Sign in again first` : undefined)}
      onClose={onClose}
    >
      {(form) => (
        <>
          {opened.hash !== hash && (
            <Callout kind="warning" heading={t`The order changed while you were reading. Read it again.`} isAnnounced>
              <ChangeList before={opened} after={version} />
            </Callout>
          )}
          {order.needs_sign_in && (
            <Callout
              kind="warning"
              heading={<Trans>Sign in again to approve this order</Trans>}
              act={
                <Button onPress={() => void signInAgain()}>
                  <Trans>Sign in again</Trans>
                </Button>
              }
            >
              <Trans>An approval of this amount needs a sign-in of the last 15 minutes.</Trans>
            </Callout>
          )}
          {isRefusedByPage && (
            <Callout kind="error" heading={<Trans>The order was not approved</Trans>} isAnnounced>
              <Trans>This page does not allow it.</Trans>
            </Callout>
          )}
          <Agreed version={version} />
          <LegalText key={hash} text={legal_text} locale={locale} onEnd={() => setReadHash(hash)} />
          <Checkbox
            {...form.field('acceptedHash', t`I have read and accept`)}
            value={form.values.acceptedHash === hash}
            onChange={(isAccepted) => form.set('acceptedHash', isAccepted ? hash : '')}
            isRequired
            disabledBecause={readHash === hash ? undefined : t`Scroll to the end of the text first`}
          />
          <TextField {...form.field('name', t`Your full name`)} maxLength={nameMost} autoComplete="name" />
          <p className="order-hash quiet">
            <Trans>
              Submitted <DateTimeText moment={submitted_at} zone={order.time_zone} /> · Hash <code>{hash}</code>
            </Trans>
          </p>
        </>
      )}
    </ResourceFormDialog>
  )
}
