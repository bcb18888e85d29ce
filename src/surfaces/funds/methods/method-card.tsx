import { Trans, useLingui } from '@lingui/react/macro'
import { removalRule } from '../../../contract/payments/payment-methods.rules.ts'
import type { PaymentMethod } from '../../../contract/payments/payments.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Gate } from '../../../parts/scope/viewer.tsx'
import { Since } from '../../../parts/time/since.tsx'
import { Tag } from '../../../ui/badge/tag.tsx'
import { Menu } from '../../../ui/dialog/menu.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { more } from '../../../ui/icon/icons.ts'
import { useRefusalText } from '../refusals.ts'
import { addressLine } from '../../../parts/billing/address.ts'
import { declineTexts, expiryText, methodName } from './words.ts'

export type MethodAction = 'edit' | 'address' | 'default' | 'remove'

interface MethodCardProps {
  readonly method: PaymentMethod
  /** All methods of the advertiser. */
  readonly methods: readonly PaymentMethod[]
  readonly onAct: (action: MethodAction) => void
}

function Actions({ method, methods, onAct }: MethodCardProps) {
  const { t, i18n } = useLingui()
  const removal = removalRule(method, methods)
  const textOf = useRefusalText()
  const noDefault = method.is_default ? t`It is the default already` : method.validity === 'expired' ? t`The card has expired` : undefined
  const items = [
    { id: 'edit', label: t`Edit` },
    { id: 'address', label: t`Billing address` },
    { id: 'default', label: t`Make default`, disabledBecause: noDefault },
    {
      id: 'remove',
      label: t`Remove`,
      isDanger: true,
      isParted: true,
      disabledBecause: removal === true ? undefined : textOf(removal.code),
    },
  ] as const
  const name = methodName(method.data, i18n)
  const select = (id: string) => {
    const item = items.find((each) => each.id === id)
    if (item) onAct(item.id)
  }
  return (
    <Menu label={t`More actions for ${name}`} items={items} onSelect={select}>
      <Icon shape={more} />
    </Menu>
  )
}

/** One payment method: what it is, what uses it, and how its last payment ended. */
export function MethodCard(props: MethodCardProps) {
  const { t, i18n } = useLingui()
  const { isReadonly } = useScope()
  const { data, name, billing_address, is_default, is_used_by_rebill, validity, last_result, type } = props.method
  const expiry = expiryText(data)
  const isNamed = name !== '' && name !== methodName(data, i18n)
  const result = last_result && <Since moment={last_result.at} />
  return (
    <li className="pay-method">
      <h3>{methodName(data, i18n)}</h3>
      {!isReadonly && (
        <Gate permissions={['payment_methods.change']} fallback={null}>
          <Actions {...props} />
        </Gate>
      )}
      <p className="quiet" dir="auto">
        {type === 'bank_debit' ? <Trans>Bank debit</Trans> : <Trans>Card, expires {expiry}</Trans>}
        {isNamed && ` · ${name}`}
      </p>
      {(is_default || is_used_by_rebill || validity !== 'valid') && (
        <div className="row">
          {is_default && <Tag text={t`Default`} />}
          {is_used_by_rebill && <Tag text={t`Used by auto-rebill`} />}
          {validity === 'expiring' && <Tag tone="warn" text={t`Expires soon`} />}
          {validity === 'expired' && <Tag tone="bad" text={t`Expired`} />}
        </div>
      )}
      {billing_address && <p dir="auto">{addressLine(billing_address, i18n)}</p>}
      <p className="quiet">
        {last_result === null ? (
          <Trans>Not used yet</Trans>
        ) : last_result.decline === null ? (
          <Trans>Last payment succeeded {result}</Trans>
        ) : (
          <>
            <Trans>Last payment was declined {result}.</Trans> {i18n._(declineTexts[last_result.decline])}
          </>
        )}
      </p>
    </li>
  )
}
