import type { ReactNode } from 'react'
import { setupState } from '../contract/context.rules.ts'
import { useClient } from './client.tsx'
import { usePerson } from './person.tsx'

/** How far the application is set up: it waits for nothing yet, for the person or the client, or for nothing any more. */
export function useAppSetup(): 'idle' | 'pending' | 'success' {
  const { state } = useClient()
  const known = usePerson()
  if (state === 'idle') return 'idle'
  return setupState([known.state === 'waiting' ? 'pending' : 'done', state.startsWith('pending') ? 'pending' : 'done'])
}

/** Holds the place until the application is set up; before it begins there is nothing. */
export function AppSetup({ waiting = null, children }: { readonly waiting?: ReactNode; readonly children: ReactNode }) {
  const state = useAppSetup()
  if (state === 'idle') return null
  return state === 'pending' ? waiting : children
}
