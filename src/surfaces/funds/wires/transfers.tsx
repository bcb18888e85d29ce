import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { microsOf } from '../../../contract/money/money.ts'
import { balances } from '../../../contract/money/balances.ts'
import { useRead } from '../../../kit/cache.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { useClient } from '../../../parts/scope/client.tsx'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Gate, useDisabledReason } from '../../../parts/scope/viewer.tsx'
import { Button } from '../../../ui/button.tsx'
import { MoneyField } from '../../../ui/form/money-field.tsx'
import { NoPermission } from '../../../ui/states.tsx'
import { FundsScreen } from '../screen.tsx'
import { AnnounceWire } from './announce.tsx'
import { PendingTransfers } from './pending.tsx'
import { UnassignedReceipts } from './receipts.tsx'

const usualDigits = 2

/** Announces a transfer of an amount that the user enters. */
function NewTransfer({ currencyCode }: { readonly currencyCode: string }) {
  const { t } = useLingui()
  const { currencies } = useClient()
  const mayNot = useDisabledReason()({ permissions: ['funds.add'] })
  const [amount, setAmount] = useState('')
  const [isOpen, setOpen] = useState(false)
  const digits = currencies.find(({ currency_code }) => currency_code === currencyCode)?.digits ?? usualDigits
  const isAmount = /^\d+(\.\d+)?$/.test(amount) && microsOf(amount) > 0n
  const close = () => {
    setOpen(false)
    setAmount('')
  }
  return (
    <section className="detail-part" aria-label={t`Announce a bank transfer`}>
      <h3>
        <Trans>Announce a bank transfer</Trans>
      </h3>
      {isOpen ? (
        <AnnounceWire amount={amount} onDone={close} />
      ) : (
        <>
          <MoneyField
            label={t`Amount`}
            value={amount}
            onChange={setAmount}
            currency={{ currency_code: currencyCode, currency_digits: digits }}
          />
          <div className="row">
            <Button disabledBecause={mayNot ?? (isAmount ? undefined : t`Enter an amount first`)} onPress={() => setOpen(true)}>
              <Trans>Continue</Trans>
            </Button>
          </div>
        </>
      )}
    </section>
  )
}

/** Bank transfers of an advertiser: a new one, those that are expected, and money to assign. */
export default function TransfersScreen() {
  const { clientId, advertiserId = 0, isReadonly } = useScope()
  const path = { memberGroupId: clientId, advertiserId }
  const refused = <NoPermission text={<Trans>Ask your account administrator for access to the funds.</Trans>} />
  return (
    <FundsScreen>
      <ResourceGate
        read={useRead(balances.one, { path })}
        brokenHeading={<Trans>Couldn’t load the funds</Trans>}
        refused={refused}
        missing={refused}
      >
        {({ currency_code }) => (
          <div className="detail-tab">
            <PendingTransfers />
            {!isReadonly && <NewTransfer currencyCode={currency_code} />}
            <Gate permissions={['funds.correct']} fallback={null}>
              <UnassignedReceipts />
            </Gate>
          </div>
        )}
      </ResourceGate>
    </FundsScreen>
  )
}
