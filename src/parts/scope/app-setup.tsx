import { type ReactNode, useEffect, useState } from 'react'
import { setupState } from '../../contract/addresses/context.rules.ts'
import { useClient } from './client.tsx'
import { usePerson } from './person.tsx'

/** How far the application is set up: it waits for nothing yet, for the person or the client, or for nothing any more. */
export function useAppSetup(): 'idle' | 'pending' | 'success' {
  const { state } = useClient()
  const known = usePerson()
  if (state === 'idle') return 'idle'
  return setupState([known.state === 'waiting' ? 'pending' : 'done', state.startsWith('pending') ? 'pending' : 'done'])
}

/** Holds the place until the application is set up for the first time; what is looked at afterwards waits for itself. Before it begins there is nothing. */
export function AppSetup({ waiting = null, children }: { readonly waiting?: ReactNode; readonly children: ReactNode }) {
  const state = useAppSetup()
  const [isUp, setUp] = useState(false)
  useEffect(() => {
    if (state === 'success') setUp(true)
  }, [state])
  if (isUp || state === 'success') return children
  return state === 'pending' ? waiting : null
}
