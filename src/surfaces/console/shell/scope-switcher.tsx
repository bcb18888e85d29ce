import { useGuest } from '../../../kit/host/guest.tsx'
import { AdvertiserChoice } from '../../../parts/scope/advertiser-choice.tsx'
import { useAdvertiserChoice } from '../../../parts/scope/advertisers.tsx'
import { ClientSwitcher } from '../../../parts/scope/client-switcher.tsx'

/** Another client begins at its first page; what was looked at belongs to the one before. */
export default function Whose() {
  const { navigate } = useGuest()
  const { total } = useAdvertiserChoice()
  return (
    <>
      <div className="console-client">
        <ClientSwitcher isLabelHidden onChoose={(memberGroupId) => navigate(`clients/${memberGroupId}`)} />
      </div>
      {total !== undefined && total > 0 && (
        <div className="console-advertisers">
          <AdvertiserChoice isLabelHidden />
        </div>
      )}
    </>
  )
}
