import { useAppSetup } from '../../../parts/scope/app-setup.tsx'
import { useClient, useLabel } from '../../../parts/scope/client.tsx'
import { useDefaultClient } from '../../../parts/scope/default-client.ts'
import { Button } from '../../../ui/button.tsx'
import { KeyValues } from '../../../ui/badge/key-values.tsx'
import { Exhibit } from '../exhibit.tsx'

/** The main values of the current client and advertiser. */
export function ScopeExhibits() {
  const { state, status, memberGroup, advertiser, currencies, channels, isMinimal, retry } = useClient()
  const { singular, plural } = useLabel()
  const setup = useAppSetup()
  const defaultClient = useDefaultClient(true)
  const outcome = status === undefined ? state : `${state} ${status}`
  return (
    <Exhibit name="Client context">
      <KeyValues
        items={[
          { id: 'setup', label: 'Set-up', value: setup },
          { id: 'state', label: 'Context', value: isMinimal ? `${outcome}, minimal` : outcome },
          { id: 'client', label: 'Client', value: memberGroup?.name ?? memberGroup?.member_group_id },
          { id: 'advertiser', label: 'Advertiser', value: advertiser?.name },
          { id: 'default-client', label: 'Default client', value: defaultClient.isPending ? undefined : defaultClient.clientId },
        ]}
      />
      <KeyValues
        items={[
          { id: 'label', label: 'Label', value: `${singular}, ${plural}` },
          { id: 'currencies', label: 'Currencies', value: currencies.map(({ currency_code }) => currency_code).join(', ') },
          { id: 'channels', label: 'Channels', value: channels.map(({ name }) => name).join(', ') },
        ]}
      />
      {state === 'error' && <Button onPress={retry}>Try again</Button>}
    </Exhibit>
  )
}
