import { type Attack, attacks, type Outcome } from './attacks.ts'
import { attackedChannel } from './attacked-channel.ts'
import { type ConnectHost, type HostUnderTest, hostTarget } from './host-target.ts'

/** Runs attacks against one side and returns their outcomes; `make` gets the list that collects exceptions. */
export async function runAgainst(createHost: (thrown: unknown[]) => HostUnderTest, list: readonly Attack[] = attacks): Promise<Outcome[]> {
  const thrown: unknown[] = []
  const originalChannel = globalThis.MessageChannel
  Object.assign(globalThis, { MessageChannel: attackedChannel((error) => thrown.push(error)) })
  try {
    const outcomes: Outcome[] = []
    for (const attack of list) outcomes.push(await attack.run(() => createHost(thrown)))
    return outcomes
  } finally {
    Object.assign(globalThis, { MessageChannel: originalChannel })
  }
}

/** Runs attacks against a host's code, by default all, and returns those that succeeded; expect an empty list. */
export async function runAttacks(connectHost: ConnectHost, list: readonly Attack[] = attacks): Promise<readonly Outcome[]> {
  const page = document.defaultView ?? window
  let keep: unknown[] = []
  const onError = (event: Event) => {
    event.preventDefault()
    keep.push(event)
  }
  for (const type of ['error', 'unhandledrejection']) page.addEventListener(type, onError)
  try {
    const outcomes = await runAgainst((thrown) => {
      keep = thrown
      return hostTarget(connectHost, thrown)
    }, list)
    return outcomes.filter(({ held }) => !held)
  } finally {
    for (const type of ['error', 'unhandledrejection']) page.removeEventListener(type, onError)
  }
}
