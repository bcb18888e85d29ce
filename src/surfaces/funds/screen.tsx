import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense } from 'react'
import { parseId } from '../../contract/addresses/context.rules.ts'
import { balances } from '../../contract/money/balances.ts'
import { useRead } from '../../kit/cache.tsx'
import { useElementContext } from '../../kit/host/element-context.tsx'
import { usePath } from '../../kit/path.ts'
import frameCss from '../../parts/resource/detail.css'
import { lazyIdle } from '../../ui/lazy-idle.ts'
import { TabBar, type TabItem } from '../../ui/navigation/tab-bar.tsx'
import { EmptyState, NoPermission } from '../../ui/states.tsx'
import { addStyles } from '../../ui/theme/styles.ts'
import { AddFunds } from './add/add-funds.tsx'
import { FundsAccountProvider, useScopeAccount } from './context.tsx'
import css from './funds.css'
import { AddFundsButton, FundsHead } from './head.tsx'

const PaymentDialog = lazyIdle(() => import('./balance/payment-dialog.tsx'))

addStyles(frameCss)
addStyles(css)

/** The heading, the key figures and the tabs of all funds screens. Each tab is a page. */
export function FundsScreen({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui()
  const { pathname, query, setQuery } = usePath()
  const paymentId = parseId(query.get('payment'))
  const { navigate } = useElementContext()
  const account = useScopeAccount()
  const read = useRead(balances.one, account ? { path: account } : null)
  if (!account)
    return <EmptyState heading={<Trans>Choose an advertiser</Trans>} text={<Trans>Each advertiser has funds of its own.</Trans>} />
  if (read.error?.kind === 'refused' && !read.data)
    return <NoPermission text={<Trans>Ask your account administrator for access to funds.</Trans>} />
  const tabs: TabItem[] = [
    { id: '', label: t`Balance` },
    { id: 'payment-methods', label: t`Payment methods` },
    { id: 'auto-rebill', label: t`Auto-rebill` },
    { id: 'invoices', label: t`Invoices` },
    { id: 'spend-limits', label: t`Spend limit` },
    { id: 'billing', label: t`Billing` },
  ]
  return (
    <div className="detail">
      <div className="detail-head">
        <div className="detail-name">
          <h2>
            <Trans>Funds</Trans>
          </h2>
          <AddFundsButton />
        </div>
        <FundsHead read={read} />
      </div>
      <TabBar label={t`Funds`} tabs={tabs} chosen={pathname} onChoose={(path) => navigate(path)} />
      <FundsAccountProvider value={account}>{children}</FundsAccountProvider>
      <AddFunds />
      <Suspense>
        {paymentId !== undefined && (
          <PaymentDialog account={account} paymentId={paymentId} onClose={() => setQuery({ payment: undefined })} />
        )}
      </Suspense>
    </div>
  )
}
