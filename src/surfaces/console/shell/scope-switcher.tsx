import { useElementContext } from '../../../kit/host/element-context.tsx'
import { AdvertiserChoice } from '../../../parts/scope/advertiser-choice.tsx'
import { useAdvertiserChoice } from '../../../parts/scope/advertisers.tsx'
import { ClientSwitcher } from '../../../parts/scope/client-switcher.tsx'

/** Selects client and advertisers. Another client opens at its first page, because the current page belongs to the old client. */
export default function ScopeSwitcher() {
  const { navigate } = useElementContext()
  const { total: advertiserCount } = useAdvertiserChoice()
  return (
    <>
      <div className="console-client">
        <ClientSwitcher isLabelHidden onChoose={(memberGroupId) => navigate(`clients/${memberGroupId}`)} />
      </div>
      {advertiserCount !== undefined && advertiserCount > 0 && (
        <div className="console-advertisers">
          <AdvertiserChoice isLabelHidden />
        </div>
      )}
    </>
  )
}
