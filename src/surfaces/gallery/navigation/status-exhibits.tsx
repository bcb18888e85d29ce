import { statusIcons } from '../../../contract/statuses.ts'
import { usePathLink } from '../../../parts/navigation/link.tsx'
import { StatusSentence } from '../../../parts/campaigns/status-sentence.tsx'
import { ReviewBadge, StatusBadge } from '../../../ui/badge/status-badge.tsx'
import { Exhibit } from '../exhibit.tsx'

function Sentences() {
  const linkTo = usePathLink()
  return (
    <>
      <StatusSentence
        status="paused"
        since="Nov 3"
        by="Dana"
        reason="no_funds"
        remedy={{ label: 'Add funds', target: linkTo('navigation', 'Funds') }}
      />
      <StatusSentence status="ended" since="Nov 12, 2026" reason="schedule" />
      <StatusSentence status="approved" by="Tom Halloran" />
      <StatusSentence status="active" />
    </>
  )
}

export const StatusExhibits = () => (
  <>
    <Exhibit name="Status">
      <ul className="statuses">
        {[...statusIcons, 'disabled', 'suspended'].map((status) => (
          <li key={status}>
            <StatusBadge status={status} />
          </li>
        ))}
      </ul>
      <div className="pile">
        <StatusBadge status="active" note="Serving, 86 hotels" />
        <StatusBadge status="paused" note="By Dana Whitfield, Nov 17" />
      </div>
      <div className="pile">
        {[1, 2, 3, 9].map((id) => (
          <ReviewBadge key={id} reviewStatusId={id} />
        ))}
      </div>
    </Exhibit>
    <Exhibit name="Status sentence" isWide>
      <div className="pile">
        <Sentences />
      </div>
    </Exhibit>
  </>
)
