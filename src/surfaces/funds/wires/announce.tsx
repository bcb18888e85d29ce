import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type WireTransfer, wires } from '../../../contract/wires/wires.ts'
import { useAttempt, useMutate } from '../../../kit/mutate.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { CopyButton } from '../../../ui/badge/copy-button.tsx'
import { KeyValues } from '../../../ui/badge/key-values.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { money } from '../../../ui/format/format.ts'
import { useRefusalTexts } from '../refusals.ts'
import { RequestNote } from '../request-note.tsx'
import { fundsData, useFunds } from '../context.tsx'

const Copied = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <span className="row">
    {text}
    <CopyButton text={text} label={label} />
  </span>
)

/** What the user enters at their bank: the account, the amount and the reference. */
export function WireInstructions({ wire }: { readonly wire: WireTransfer }) {
  const { t, i18n } = useLingui()
  const { beneficiary, reference } = wire
  const amount = money(wire.amount, wire, i18n.locale)
  return (
    <KeyValues
      items={[
        { id: 'reference', label: t`Reference`, value: <Copied text={reference} label={t`Copy reference`} /> },
        { id: 'amount', label: t`Amount`, value: amount },
        { id: 'name', label: t`Recipient`, value: beneficiary.name },
        { id: 'account', label: t`Account`, value: <Copied text={beneficiary.account} label={t`Copy account`} /> },
        { id: 'bank', label: t`Bank`, value: `${beneficiary.bank} (${beneficiary.code})` },
      ]}
    />
  )
}

interface AnnounceWireProps {
  /** A decimal amount in the advertiser's currency. */
  readonly amount: string
  readonly onDone: () => void
}

/** Announces a bank transfer, and shows the reference that the transfer must carry. */
export function AnnounceWire({ amount, onDone }: AnnounceWireProps) {
  const { t } = useLingui()
  const refusals = useRefusalTexts()
  const { emit } = useFunds()
  const { clientId, advertiserId = 0 } = useScope()
  const { mutate } = useMutate()
  const [wire, setWire] = useState<WireTransfer>()
  const { isPending, problem, attempt } = useAttempt()
  const announce = async () => {
    const call = { path: { memberGroupId: clientId, advertiserId }, body: { amount } }
    const event = ({ wire_transfer_id, amount, currency_code }: WireTransfer) =>
      emit('ad-wire-announced', { wire_transfer_id, amount, currency_code })
    setWire(await attempt(mutate(wires.announce, call, { stale: fundsData, event })))
  }
  if (wire)
    return (
      <section aria-label={t`Bank transfer`}>
        <Callout kind="success" isAnnounced heading={<Trans>Bank transfer announced</Trans>}>
          <Trans>Enter this reference at your bank. The funds are added when the money arrives, by the amount that arrives.</Trans>
        </Callout>
        <WireInstructions wire={wire} />
        <Button kind="primary" onPress={onDone}>
          <Trans>Done</Trans>
        </Button>
      </section>
    )
  return (
    <section aria-label={t`Bank transfer`}>
      {problem && (
        <Callout kind="error" isAnnounced heading={<Trans>The transfer was not announced</Trans>}>
          {refusals.all(problem)}
          <RequestNote problem={problem} />
        </Callout>
      )}
      <p>
        <Trans>You get a reference and an account to transfer to. Campaigns can spend the money when it has arrived.</Trans>
      </p>
      <Button kind="primary" isBusy={isPending} onPress={() => void announce()}>
        <Trans>Get transfer details</Trans>
      </Button>
    </section>
  )
}
