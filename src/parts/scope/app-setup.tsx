import { type ReactNode, useEffect, useState } from 'react'
import { setupState } from '../../contract/addresses/context.rules.ts'
import { useClient } from './client.tsx'
import { useViewer } from './viewer.tsx'

/** The setup state of the application: `pending` until the person and the client are loaded, `idle` before that starts. */
export function useAppSetup(): 'idle' | 'pending' | 'success' {
  const { state } = useClient()
  const viewer = useViewer()
  if (state === 'idle') return 'idle'
  return setupState([viewer.state === 'waiting' ? 'pending' : 'done', state.startsWith('pending') ? 'pending' : 'done'])
}

/**
 * Shows `waiting` until the application is set up for the first time, and nothing before setup starts.
 * Later screens show their own loading state.
 */
export function AppSetup({ waiting = null, children }: { readonly waiting?: ReactNode; readonly children: ReactNode }) {
  const state = useAppSetup()
  const [isUp, setUp] = useState(false)
  useEffect(() => {
    if (state === 'success') setUp(true)
  }, [state])
  if (isUp || state === 'success') return children
  return state === 'pending' ? waiting : null
}
