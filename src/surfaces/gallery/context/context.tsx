import { contextOf } from '../../../contract/addresses/context.rules.ts'
import { usePath } from '../../../kit/path.ts'
import { AdvertisersProvider } from '../../../parts/scope/advertisers.tsx'
import { AppSetup } from '../../../parts/scope/app-setup.tsx'
import { ClientProvider } from '../../../parts/scope/client.tsx'
import { ViewerProvider } from '../../../parts/scope/viewer.tsx'
import { Button } from '../../../ui/button.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import { ChoiceExhibits } from './choice-exhibits.tsx'
import { ScopeExhibits } from './scope-exhibits.tsx'
import { MailExhibits } from './mail-exhibits.tsx'

/** The client context; requires sign-in only after the user selects a client. */
export default function Context() {
  const { query, setQuery } = usePath()
  const context = contextOf(`?${query}`)
  const place = query.get('place') ?? 'campaigns'
  if (context.clientId === undefined)
    return (
      <div className="row">
        <Button onPress={() => setQuery({ client_id: '1' })}>Sign in to see the client context</Button>
      </div>
    )
  return (
    <ViewerProvider memberGroupId={context.clientId}>
      <ClientProvider context={context}>
        <AdvertisersProvider memberGroupId={context.clientId} pathname={`/clients/${context.clientId}/${place}`}>
          <ChoiceExhibits />
          <ScopeExhibits />
          <AppSetup waiting={<LoadingSkeleton height={120} />}>
            <MailExhibits clientId={context.clientId} />
          </AppSetup>
        </AdvertisersProvider>
      </ClientProvider>
    </ViewerProvider>
  )
}
