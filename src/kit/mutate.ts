import useSWRMutation from 'swr/mutation'
import type { Call, Endpoint, Result } from '../contract/endpoint.ts'
import { endpointName } from './prefetch.ts'
import { useRefresh } from './cache.tsx'
import type { Problem } from './problem.ts'
import { useRuntime } from './runtime.tsx'

/** Sends a write, then invalidates the given branches of the contract. */
export function useWrite<E extends Endpoint>(endpoint: E, ...stale: object[]) {
  const { send } = useRuntime()
  const refresh = useRefresh()
  return useSWRMutation<Result<E>, Problem, string, Call<E>>(endpointName(endpoint), (_, { arg }) => send(endpoint, arg), {
    onSuccess: () => refresh(...stale),
  })
}
