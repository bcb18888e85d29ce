import { useEffect, useRef } from 'react'
import type { Place } from '../../../contract/addresses.ts'
import { contextOf } from '../../../contract/context.rules.ts'
import { useGuest } from '../../../kit/guest.tsx'
import { AdvertisersProvider } from '../../../parts/advertisers.tsx'
import { ClientProvider } from '../../../parts/client.tsx'
import { useDefaultClient } from '../../../parts/default-client.ts'
import { PersonProvider, usePerson } from '../../../parts/person.tsx'
import { Terms } from '../../../parts/terms.tsx'
import { Loading } from '../../../ui/states.tsx'
import { useConsole } from './console.ts'
import { Frame } from './frame/frame.tsx'
import { useSessionState } from './identity.ts'
import { useOwnLocale } from './settings.ts'

/** Tells the host who came and that they left. */
function useTelling() {
  const { emit, session } = useConsole()
  const known = usePerson()
  const { kind } = useSessionState(session)
  const userId = known.state === 'known' ? known.person?.user_id : undefined
  const told = useRef<number>(undefined)
  useEffect(() => {
    if (userId === undefined || told.current === userId) return
    told.current = userId
    emit('ad-signed-in', { user_id: userId })
  }, [userId, emit])
  useEffect(() => {
    if (told.current === undefined || (kind !== 'signed-out' && kind !== 'signing-out')) return
    told.current = undefined
    emit('ad-signed-out', {})
  }, [kind, emit])
}

const Bones = () => (
  <div className="console-waiting">
    <Loading height={320} />
  </div>
)

function Known({ place, clientId }: { readonly place: Place | undefined; readonly clientId: number | undefined }) {
  const { session, isRouted } = useConsole()
  useTelling()
  useOwnLocale(isRouted)
  return (
    <Terms memberGroupId={clientId} waiting={<Bones />} {...(session && { onDecline: () => void session.signOut('person') })}>
      <Frame place={place} />
    </Terms>
  )
}

/** The console of somebody who is signed in: whose data it shows follows from the address, else from the person. */
export function Inside({ place }: { readonly place: Place | undefined }) {
  const { path } = useGuest()
  const url = `/${path}`
  const context = contextOf(url)
  const usual = useDefaultClient(context.clientId === undefined)
  const clientId = context.clientId ?? usual.clientId
  return (
    <PersonProvider memberGroupId={clientId}>
      <ClientProvider context={clientId === undefined ? context : { ...context, clientId }}>
        <AdvertisersProvider memberGroupId={clientId} pathname={url}>
          <Known place={place} clientId={clientId} />
        </AdvertisersProvider>
      </ClientProvider>
    </PersonProvider>
  )
}
