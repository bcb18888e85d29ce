import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useElementContext } from '../../kit/host/element-context.tsx'
import { usePath } from '../../kit/path.ts'
import frameCss from '../../parts/resource/detail.css'
import { TabBar, type TabItem } from '../../ui/navigation/tab-bar.tsx'
import { addStyles } from '../../ui/theme/styles.ts'
import { AddFunds } from './add/add-funds.tsx'

addStyles(frameCss)

/** The heading and the tabs of all funds screens. Each tab is a page. */
export function FundsScreen({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui()
  const { pathname } = usePath()
  const { navigate } = useElementContext()
  const tabs: TabItem[] = [
    { id: '', label: t`Balance` },
    { id: 'payment-methods', label: t`Payment methods` },
    { id: 'auto-rebill', label: t`Auto-rebill` },
    { id: 'invoices', label: t`Invoices` },
    { id: 'spend-limits', label: t`Spend limit` },
  ]
  return (
    <div className="detail">
      <div className="detail-head">
        <div className="detail-name">
          <h2>
            <Trans>Funds</Trans>
          </h2>
        </div>
      </div>
      <TabBar label={t`Funds`} tabs={tabs} chosen={pathname} onChoose={(path) => navigate(path)} />
      {children}
      <AddFunds />
    </div>
  )
}
