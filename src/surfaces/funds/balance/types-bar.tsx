import { Trans, useLingui } from '@lingui/react/macro'
import { balances } from '../../../contract/money/balances.ts'
import { useRead } from '../../../kit/cache.tsx'
import { ResourceGate } from '../../../parts/resource/resource.tsx'
import { money } from '../../../ui/format/format.ts'
import { dayText } from '../../../ui/format/moment.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { useAccount } from '../context.tsx'
import { fundingTypeWords } from '../../../parts/billing/funding-type-words.ts'

/** The available funds by the way in which they came in, with what expires. */
export function TypesBar() {
  const { t, i18n } = useLingui()
  const expiryText = (amount: string, day: string) => t`${amount} until ${day}`
  const read = useRead(balances.byFundingType, { path: useAccount() })
  return (
    <ResourceGate
      read={read}
      height={72}
      brokenHeading={<Trans>Couldn’t load the funding types</Trans>}
      missing={<ErrorState heading={<Trans>Couldn’t load the funding types</Trans>} reason={null} onRetry={() => void read.mutate()} />}
    >
      {(types) =>
        types.length === 0 ? (
          <p className="quiet">
            <Trans>Funds appear here by funding type once you add some.</Trans>
          </p>
        ) : (
          <div className="funds-types">
            <div className="funds-bar" aria-hidden="true">
              {types.map(({ funding_type_id: id, balance }) => (
                <span key={id} className={`funds-type-${id}`} style={{ flexGrow: Number(balance) }} />
              ))}
            </div>
            <dl>
              {types.map(({ funding_type_id: id, balance, expiring: [next], ...currency }) => (
                <div key={id}>
                  <dt>
                    <span className={`funds-part funds-type-${id}`} />
                    {fundingTypeWords[id] && i18n._(fundingTypeWords[id])}
                  </dt>
                  <dd>
                    {money(balance, currency, i18n.locale)}
                    {next && (
                      <small className="quiet">
                        {' '}
                        {expiryText(money(next.left, currency, i18n.locale), dayText(next.expires_on, i18n.locale, 'full'))}
                      </small>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        )
      }
    </ResourceGate>
  )
}
