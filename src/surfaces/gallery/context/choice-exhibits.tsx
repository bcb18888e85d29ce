import { usePath } from '../../../kit/path.ts'
import { AdvertiserChoice } from '../../../parts/scope/advertiser-choice.tsx'
import { useAdvertiserChoice, useAdvertiserIds } from '../../../parts/scope/advertisers.tsx'
import { ClientSwitcher } from '../../../parts/scope/client-switcher.tsx'
import { Button } from '../../../ui/button.tsx'
import { KeyValues } from '../../../ui/badge/key-values.tsx'
import { Exhibit } from '../exhibit.tsx'

const places = { campaigns: 'Campaigns', 'campaigns-restaurants': 'One advertiser', dashboard: 'Dashboard' }

function RequestedIds() {
  const ids = useAdvertiserIds()
  const { rule, total } = useAdvertiserChoice()
  return (
    <KeyValues
      items={[
        { id: 'rule', label: 'Rule', value: rule },
        { id: 'total', label: 'Available', value: total },
        { id: 'ids', label: 'Ids in requests', value: ids ? ids.join(', ') : 'all' },
      ]}
    />
  )
}

/** Client switcher and advertiser select. */
export function ChoiceExhibits() {
  const { query, setQuery } = usePath()
  const place = query.get('place') ?? 'campaigns'
  return (
    <>
      <Exhibit name="Client switcher">
        <ClientSwitcher onChoose={(id) => setQuery({ client_id: String(id) })} />
      </Exhibit>
      <Exhibit name="Advertiser select">
        <AdvertiserChoice />
        <RequestedIds />
        <div className="row">
          {Object.entries(places).map(([word, name]) => (
            <Button key={word} kind={word === place ? 'primary' : 'secondary'} onPress={() => setQuery({ place: word })}>
              {name}
            </Button>
          ))}
        </div>
      </Exhibit>
    </>
  )
}
